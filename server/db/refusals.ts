import { codeOf, withCauses } from './error-causes.ts';
import { SchemaError } from './migrate.ts';

/**
 * The codes of a database that refuses us, with what they mean and the remedy. PostgreSQL's codes
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) and those of TLS (https://nodejs.org/api/tls.html, "X509
 * certificate error codes"). Retrying helps with none of them.
 */
const refusals: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  '28P01': ['refuses the password', 'Check user and password in DATABASE_URL.'],
  '28000': ['refuses the user, or a connection from here', 'Check DATABASE_URL, and pg_hba.conf on the server.'],
  '3D000': ['does not exist', 'Create it, or correct its name at the end of DATABASE_URL.'],
  '42501': ['does not allow what the schema needs', 'Make the role of DATABASE_URL the owner of its database.'],
  '08P01': [
    'does not speak the whole protocol',
    'A pooler must be in session mode and pass statement_timeout on (docs/scaling.md, "PgBouncer").',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ['has a certificate of an authority that is unknown here', 'private'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['has a certificate of an authority that is unknown here', 'private'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['has a certificate of an authority that is unknown here', 'private'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['has a certificate that it signed itself', 'private'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'has a certificate for another name',
    'Use the name in the certificate in DATABASE_URL.',
  ],
  CERT_HAS_EXPIRED: ['has a certificate that has expired', 'Renew the certificate of the database.'],
};
const privateAuthority =
  'Add the certificate of its authority to DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem.';
const noTls = 'The server does not support SSL connections';

type Refusal = { readonly problem: string; readonly remedy: string };

/**
 * The problem and the remedy for a database that answers but cannot be used.
 * @returns null for any other error, such as a database that does not answer
 */
export function databaseRefusal(error: unknown): Refusal | null {
  for (const current of withCauses(error)) {
    if (current instanceof SchemaError) return { problem: current.message, remedy: current.remedy };
  }
  return connectionRefusal(error);
}

/**
 * The problem and the remedy for a database that refuses the connection, or lacks a right that we need.
 * @returns null for any other error, also for a schema that this release cannot use
 */
export function connectionRefusal(error: unknown): Refusal | null {
  for (const current of withCauses(error)) {
    if (current instanceof SchemaError) return null;
    if (current.message.startsWith(noTls)) {
      return {
        problem: 'The database offers no TLS, which sslmode in DATABASE_URL asks for.',
        remedy: 'Turn TLS on there; in a private network, remove sslmode and set INSIST=plain_database.',
      };
    }
    const code = codeOf(current);
    const known = code === undefined ? undefined : refusals[code];
    if (known === undefined) continue;
    const [what, remedy] = known;
    return {
      problem: `The database ${what} (${code}).`,
      remedy: remedy === 'private' ? privateAuthority : remedy,
    };
  }
  return null;
}
