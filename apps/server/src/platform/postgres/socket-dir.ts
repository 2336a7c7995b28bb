import { chown, mkdtemp, rm } from 'node:fs/promises'
import type { Account } from './account.ts'

/** sun_path holds 108 bytes, minus the file name `.s.PGSQL.5432` and a margin. */
const MAX_SOCKET_DIR_BYTES = 84
const SPARE_PREFIX = '/tmp/natim-pg-'

/** The data directory itself, or a short private folder when its path is too long for a socket. */
export async function chooseSocketDir(clusterDir: string, account: Account | undefined): Promise<string> {
  if (Buffer.byteLength(clusterDir) <= MAX_SOCKET_DIR_BYTES) return clusterDir
  const dir = await mkdtemp(SPARE_PREFIX)
  if (account) await chown(dir, account.uid, account.gid)
  return dir
}

/** Removes a folder created by {@link chooseSocketDir}, in this run or a killed one; leaves any other alone. */
export async function removeSpareSocketDir(server: { readonly socketDir: string } | undefined): Promise<void> {
  if (!server || !new RegExp(`^${SPARE_PREFIX}[A-Za-z0-9]{6}$`).test(server.socketDir)) return
  await rm(server.socketDir, { recursive: true, force: true })
}
