import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { Ajv, type ValidateFunction } from 'ajv';

/** The vendors' machine-readable contracts; they are not part of the project. */
const folder = new URL('../../../shared/providers/', import.meta.url);

/** Whether the contracts are available. Warns once if not. */
export const haveContracts = existsSync(folder);
if (!haveContracts) console.warn('Skipped: checks against ../shared/providers, which is not here.');

/**
 * Reads one contract (JSON, gzipped or not) and creates validators for parts of it.
 * @returns a function from a JSON pointer within the file to a checker that throws with every fault
 */
export function readContract(file: string): (pointer: string) => (value: unknown) => void {
  // Stripe's contract is large: optimizing its checkers takes longer than running them.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } });
  ajv.addSchema(readContractFile(file) as object, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
    compiled.set(pointer, validate);
    return (value) => {
      if (!validate(value)) throw new Error(`${pointer}: ${ajv.errorsText(validate.errors)}`);
    };
  };
}

/** The parsed file of a contract. */
export function readContractFile(file: string): unknown {
  const bytes = readFileSync(new URL(file, folder));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** Encodes a key as a step of a JSON pointer (RFC 6901) in a URI fragment. */
export function step(key: string): string {
  return `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
