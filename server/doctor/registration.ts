/** `node server/doctor/registration.ts`: prints what to enter when numbers are registered with the carriers. */
import '#server/config/install-brand.ts';
import { runCommand } from '#server/app/run-command.ts';
import { readInstallation } from '#server/config/brand.ts';
import { SettingsReader } from '#server/config/env-reader.ts';

import { registrationTexts } from './registration-texts.ts';

await runCommand(async () => {
  const read = new SettingsReader(process.env);
  readInstallation(read);
  read.done();
  return registrationTexts()
    .map(({ name, entries }) => `${name}\n${entries.map((one) => `  ${one}\n`).join('')}`)
    .join('\n');
});
