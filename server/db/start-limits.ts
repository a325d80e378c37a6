/** How long a statement of a migration may take at a start; it may have to read a large table. */
export const statementMs = 10 * 60_000;

/**
 * How long systemd (deploy/systemd/askline@.service) and the launcher wait for a start: for the embedded database,
 * which may take a quarter of an hour to recover, and then for a migration. A process that dies is noticed immediately.
 */
export const startMaxMs = 30 * 60_000;
