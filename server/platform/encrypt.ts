import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts content that the database stores for later use. */
export type Encryptor = {
  /**
   * @param context where the content is stored, such as a request's id and a file's position; it decrypts only there
   */
  encrypt(content: Uint8Array, context: string): Buffer;
  /** @throws Error if it was encrypted with another key or for another context, or was changed */
  decrypt(encrypted: Uint8Array, context: string): Buffer;
};

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key derived from the installation's secret.
 * @param use each use has its own key, so that what is encrypted for one never decrypts for another. It is part of the
 *   derived key and cannot be renamed: `letters` is the earlier name of support requests.
 */
export function createEncryptor(secret: string, use: 'letters' | 'operators'): Encryptor {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `askline ${use}`, 32));
  return {
    encrypt(content, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-tagBytes));
      return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
