import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Seals what the database has to keep for a later use, so that it does not rest readable there. */
export type Sealer = {
  /** @param what the place it is for, such as a letter's id and a file's position: it opens nowhere else */
  seal(content: Uint8Array, what: string): Buffer;
  /** @throws Error when it was sealed with another key, for another place, or has been changed */
  open(sealed: Uint8Array, what: string): Buffer;
};

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key of its own made from the installation's secret.
 * @param use each has a key of its own, so that what is sealed for one never opens for another
 */
export function createSealer(secret: string, use: 'letters' | 'operators'): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `askline ${use}`, 32));
  return {
    seal(content, what) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(what));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, what) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(what)).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
