import { createHmac } from 'node:crypto'

/**
 * Secret of a demonstration device: HMAC-SHA256(demo key, client id), base64url, 43 characters. The key is 32 random
 * bytes in hex generated per installation, so no two installations share a secret.
 *
 * @throws when the key is not 64 hex digits.
 */
export function deviceSecret(demoKeyHex: string, clientId: string): string {
  if (!/^[0-9a-f]{64}$/iu.test(demoKeyHex)) throw new Error('The demonstration key must be 64 hex digits')
  return createHmac('sha256', Buffer.from(demoKeyHex, 'hex')).update(clientId).digest('base64url')
}
