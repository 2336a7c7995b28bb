import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/** Passwords of the two database roles. */
export interface PostgresSecrets {
  /** Role `postgres`: setup and maintenance only. */
  readonly superuser: string
  /** Role `natim`: owns the product's database and nothing else. */
  readonly application: string
}

/**
 * Reads the passwords, or creates them at the first start. The file is readable by its owner only.
 *
 * @throws Error when the file is damaged
 */
export async function loadSecrets(path: string): Promise<PostgresSecrets> {
  const known = await readSecrets(path)
  if (known) return known
  const draft = `${path}.${process.pid}`
  const fresh: PostgresSecrets = { superuser: newPassword(), application: newPassword() }
  await writeFile(draft, JSON.stringify(fresh), { mode: 0o600 })
  // Unlike a rename, a link never replaces the passwords of an existing cluster.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readSecrets(path)) ?? fresh
}

async function readSecrets(path: string): Promise<PostgresSecrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const parsed: Partial<PostgresSecrets> = JSON.parse(text)
  if (parsed.superuser && parsed.application) return { superuser: parsed.superuser, application: parsed.application }
  throw new Error(`${path} does not hold the database passwords: restore it from a backup of DATA_DIR`)
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
