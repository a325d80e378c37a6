export type Env = Readonly<Record<string, string | undefined>>;

/** Settings are invalid. Lists all faults by name, never by value. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`Askline cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads settings one by one and collects their faults, so that one start reports all of them. */
export class SettingsReader {
  readonly #env: Env;
  readonly #faults: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  /** The value of a setting; a blank one counts as unset, as in `NAME=` of an .env file. */
  optional(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    this.fault(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  number(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (number >= min && number <= max) return number;
    this.fault(`${name} must be a number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) this.fault(`${name} must be one of ${choices.join(', ')}`);
    return chosen ?? fallback;
  }

  flag(name: string): boolean {
    const value = this.optional(name)?.toLowerCase();
    if (value === undefined || value === 'false' || value === '0' || value === 'off') return false;
    if (value !== 'true' && value !== '1' && value !== 'on') this.fault(`${name} must be true or false`);
    return true;
  }

  /** An http(s) address without trailing slash. */
  url(name: string, fallback: string, protocols: readonly string[] = ['http:', 'https:']): string {
    const value = this.text(name, fallback);
    // `new URL` puts its input into its error; `URL.parse` returns null instead.
    const parsed = URL.parse(value);
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      this.fault(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  }

  list(name: string, fallback: readonly string[]): string[] {
    const value = this.optional(name);
    if (value === undefined) return [...fallback];
    return value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /**
   * Settings that are only valid together. An incomplete provider is a mistake, not a choice of the sandbox.
   * @returns the values in the order given, or null if none of them is set
   */
  whole<const Names extends readonly string[]>(...names: Names): { [N in Names[number]]: string } | null {
    const missing = names.filter((name) => this.optional(name) === undefined);
    if (missing.length === names.length) return null;
    if (missing.length > 0) {
      const given = names.filter((name) => !missing.includes(name));
      this.fault(`${given.join(', ')} set: also set ${missing.join(', ')} (or none of them)`);
    }
    return Object.fromEntries(names.map((name) => [name, this.optional(name) ?? ''])) as {
      [N in Names[number]]: string;
    };
  }

  /**
   * Reports settings that are useless without the `keys` of their provider; alone, they would silently go to the
   * sandbox. If some of the keys are set, `whole` reports which are missing.
   */
  onlyWith(keys: readonly string[], ...names: readonly string[]): void {
    const given = names.filter((name) => this.optional(name) !== undefined);
    if (given.length === 0 || keys.some((key) => this.optional(key) !== undefined)) return;
    this.fault(`${given.join(', ')} set: also set ${keys.join(', ')} (or none of them)`);
  }

  fault(sentence: string): void {
    this.#faults.push(sentence);
  }

  /** @throws ConfigError naming every fault found so far */
  done(): void {
    if (this.#faults.length > 0) throw new ConfigError(this.#faults);
  }
}
