import { readFile, stat } from 'node:fs/promises'

/** The operating system account that PostgreSQL runs under. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of an existing data directory, else as
 * `postgres`, else as `nobody`; any other user runs it directly.
 *
 * @returns undefined = run it as the current user
 * @throws Error when no account fits; the text says what to do
 */
export async function chooseAccount(
  clusterDir: string,
  {
    platform = process.platform,
    ownUid = process.getuid?.() ?? 0,
  }: { readonly platform?: string; readonly ownUid?: number } = {},
): Promise<Account | undefined> {
  // macOS keeps its users in a directory service, where numbers resolve.
  if (platform === 'darwin' && ownUid !== 0) return undefined
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'))
  if (ownUid !== 0) {
    // initdb looks up its user by number and fails when the number has no name.
    if (accounts.some((account) => account.uid === ownUid)) return undefined
    throw new Error(
      `User number ${ownUid} has no entry in /etc/passwd, which PostgreSQL needs: run as a named user, or set DATABASE_URL`,
    )
  }
  const owner = await ownerOf(clusterDir, accounts)
  if (owner) return owner
  const account = ['postgres', 'nobody'].map((name) => accounts.find((row) => row.name === name)).find(Boolean)
  if (account) return account
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody" to run it: create one (useradd --system postgres), start as an ordinary user, or set DATABASE_URL',
  )
}

/** Rows of a passwd file; malformed lines are skipped. */
export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return []
    return [{ name, uid: Number(uid), gid: Number(gid) }]
  })
}

async function ownerOf(clusterDir: string, accounts: readonly Account[]): Promise<Account | undefined> {
  const found = await stat(clusterDir).catch(() => undefined)
  if (!found || found.uid === 0) return undefined
  const known = accounts.find((account) => account.uid === found.uid)
  return { name: known?.name ?? `number ${found.uid}`, uid: found.uid, gid: found.gid }
}
