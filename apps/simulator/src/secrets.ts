import { readFile } from 'node:fs/promises'
import { deviceSecret } from '@natim/demo/device-secret'
import { type SimOptions, UsageError } from './options.ts'

/** Secret by client id; undefined for a device without a credential. */
export type SecretOf = (clientId: string) => string | undefined

/** Reads the demonstration key or the credentials file. @throws UsageError when the file is invalid. */
export async function loadSecrets({
  keyFile,
  credentialsFile,
}: Pick<SimOptions, 'keyFile' | 'credentialsFile'>): Promise<SecretOf> {
  if (keyFile !== undefined) {
    const key = (await read(keyFile)).trim()
    if (!/^[0-9a-f]{64}$/iu.test(key))
      throw new UsageError(`${keyFile} does not hold a demonstration key (64 hex digits)`)
    return (clientId) => deviceSecret(key, clientId)
  }
  const secrets = new Map(Object.entries(parse(await read(credentialsFile ?? ''), credentialsFile ?? '')))
  return (clientId) => secrets.get(clientId)
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parse(text: string, file: string): Record<string, string> {
  try {
    const value = JSON.parse(text) as unknown
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && Object.values(value).every((secret) => typeof secret === 'string'))
      return value as Record<string, string>
  } catch {
    // Falls through: broken JSON is handled like JSON of another shape.
  }
  throw new UsageError(`${file} must hold a JSON object {clientId: secret}`)
}
