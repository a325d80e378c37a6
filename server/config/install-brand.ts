import { existsSync } from 'node:fs';

import { readInstallation } from './brand.ts';
import { SettingsReader } from './env-reader.ts';

/**
 * Settles whose installation this process is, before other code is loaded: texts, patterns and pages are made of the
 * brand when their modules load. An entry point imports this file first. Faults are reported by `loadConfig`, which
 * reads the same settings again.
 */
if (existsSync('.env')) process.loadEnvFile();
globalThis.installedBrand = readInstallation(new SettingsReader(process.env)).brand;
