import { readInstallation } from './brand.ts';
import { loadEnvFile } from './env-file.ts';
import { SettingsReader } from './env-reader.ts';

/**
 * Installs the brand before other code is loaded, because texts, patterns and pages are made of it when their modules
 * load. Every entry point imports this file first. `loadConfig`, which reads the same settings again, reports faults.
 */
try {
  loadEnvFile();
} catch {
  // Here it would end in a stack trace.
}
globalThis.installedBrand = readInstallation(new SettingsReader(process.env)).brand;
