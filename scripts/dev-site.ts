/** The process of the site in `npm run dev` (scripts/lib/dev-site.ts). Says 'ready', and ends with its launcher. */
import '#server/config/install-brand.ts';
import { openDevSite } from './lib/dev-site.ts';

const { HOST = '127.0.0.1', PORT = '', PUBLIC_URL = '', SERVER_URL = '' } = process.env;
try {
  const site = await openDevSite({ host: HOST, port: Number(PORT), publicUrl: PUBLIC_URL, server: SERVER_URL });
  const stop = (): void => void site.close().finally(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  process.send?.('ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
