import { access, chmod, chown, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorDetailsOf } from '../errors.ts'
import type { Account } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { createLauncher, type Launcher } from './launcher.ts'
import { collectOutput } from './output.ts'

const MAJOR_VERSION = '18'

/** Locations below DATA_DIR. */
export interface ClusterPaths {
  /** PostgreSQL's data directory. */
  readonly clusterDir: string
  /** Draft of a data directory: renamed when complete, so that a kill leaves no partial one. */
  readonly draftDir: string
  readonly secretsFile: string
  readonly lockFile: string
  readonly spareLinksDir: string
}

export function clusterPaths(dataDir: string): ClusterPaths {
  return {
    clusterDir: join(dataDir, 'postgres'),
    draftDir: join(dataDir, 'postgres.draft'),
    secretsFile: join(dataDir, 'postgres.secrets.json'),
    lockFile: join(dataDir, 'postgres.lock'),
    spareLinksDir: join(dataDir, 'postgres.lib'),
  }
}

/** Creates DATA_DIR: private, except that the account that root runs the database as may traverse it. */
export async function prepareDataDir(dataDir: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(`${dataDir} cannot be written by this user: choose another DATA_DIR or change its owner`, { cause })
  }
  if (!account) return
  const { mode } = await stat(dataDir)
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o7777) | 0o001)
}

/**
 * Creates the data directory at the first start.
 *
 * @throws Error with initdb's message when it fails, or when the files are of another major version
 */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: Account | undefined,
  superuserPassword: string,
): Promise<Launcher> {
  const version = await readVersion(paths.clusterDir)
  if (version === undefined) return createCluster(paths, binaries, account, superuserPassword)
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${paths.clusterDir} was written by PostgreSQL ${version}, this is ${MAJOR_VERSION}: move the data by pg_dump, or start with an empty DATA_DIR`,
    )
  }
  return createLauncher(account, binaries, paths.clusterDir)
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = errorDetailsOf(error)
    if (code === 'ENOENT') return undefined
    if (code !== 'EACCES') throw error
    throw new Error(
      `${clusterDir} belongs to another user: start as that user or as root, or choose another DATA_DIR`,
      {
        cause: error,
      },
    )
  }
}

async function createCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: Account | undefined,
  superuserPassword: string,
): Promise<Launcher> {
  await rm(paths.draftDir, { recursive: true, force: true })
  await mkdir(paths.draftDir, { mode: 0o700 })
  const clusterDraft = join(paths.draftDir, 'cluster')
  const passwordFile = join(paths.draftDir, 'password')
  await mkdir(clusterDraft, { mode: 0o700 })
  await writeFile(passwordFile, superuserPassword, { mode: 0o600 })
  if (account) {
    for (const path of [passwordFile, clusterDraft, paths.draftDir]) await chown(path, account.uid, account.gid)
  }
  const launcher = await createLauncher(account, binaries, clusterDraft)
  await runInitdb(launcher, binaries, clusterDraft, passwordFile)
  // A copy or volume may have left an empty directory there.
  await rename(clusterDraft, paths.clusterDir)
  await rm(paths.draftDir, { recursive: true })
  return launcher
}

async function runInitdb(launcher: Launcher, binaries: PostgresBinaries, dir: string, passwordFile: string) {
  const child = launcher.launch(
    binaries.initdb,
    [
      `--pgdata=${dir}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting by code point is fast, the same on every machine, and lets LIKE 'x%' use an index. Chinese text shown
      // in order is sorted by the ICU collation "zh-x-icu", which every server has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { diesWithUs: true },
  )
  const output = collectOutput(child)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`initdb failed:\n${output.tail()}`)
}
