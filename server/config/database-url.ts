import { accessSync, constants } from 'node:fs';

import pg from 'pg';

import type { SettingsReader } from './env-reader.ts';

/**
 * The address of a PostgreSQL; empty if unset. Also reads its certificate files: an unreadable one would fail at the
 * first query, without an explanation.
 */
export function readDatabaseUrl(read: SettingsReader, name = 'DATABASE_URL'): string {
  const url = read.optional(name) ?? '';
  if (url !== '' && !isDatabaseUrl(url)) read.fault(databaseUrlFault(name));
  const query = parseDatabaseUrl(url)?.searchParams;
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = query?.get(parameter) ?? null;
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      read.fault(`${name}: ${parameter} names a file that cannot be read (${file})`);
    }
  }
  return url;
}

/**
 * An address in the form of a URL. One without a host, which the query may name instead (`postgres://user@/name?host=…`),
 * gets this machine, as in node-postgres. @returns null for what is no URL
 */
export function parseDatabaseUrl(address: string): URL | null {
  return URL.parse(address.replace('@/', '@localhost/'));
}

/** What is wrong with an address that `isDatabaseUrl` refuses, without the address: it holds a password. */
export function databaseUrlFault(name: string): string {
  const form = 'an address such as postgres://user:password@host:5432/name';
  return `${name} must be ${form}, with / # ? % @ of the password percent-encoded (%2F %23 %3F %25 %40)`;
}

/** Whether node-postgres, which accepts more than a URL is, can read an address. */
export function isDatabaseUrl(address: string): boolean {
  // Its second form names the folder of a Unix socket: socket:/run/postgresql?db=askline
  if (!/^(?:postgres(?:ql)?:\/\/|socket:\/)/i.test(address)) return false;
  // It would read the certificate files that the query names.
  const connectionString = address.replace(/\?.*$/, '');
  try {
    return typeof new pg.Client({ connectionString }).host === 'string';
  } catch {
    return false;
  }
}
