import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'

const run = promisify(execFile)

/** Starts PostgreSQL programs under the right account, with a clean environment. */
export interface Launcher {
  /** Set when the account needed extra rights to reach its files; logged as a warning. */
  readonly note: string | undefined
  /** `diesWithUs`: the program gets SIGINT when this process dies, where the system supports it. */
  launch(file: string, args: readonly string[], options: { readonly diesWithUs: boolean }): ChildProcess
}

/**
 * A data directory may lie in folders closed to others (a 0700 home, `mktemp -d`). Rather than opening those folders,
 * the server gets the one capability it lacks. Containers usually have the second; the first is the weaker.
 */
const REACH_CAPABILITIES = ['dac_read_search', 'dac_override'] as const

/**
 * @param account that runs PostgreSQL; undefined = the current user
 * @param clusterDir must exist and belong to the account
 * @throws Error when the account cannot reach the programs or the directory
 */
export async function createLauncher(
  account: Account | undefined,
  binaries: PostgresBinaries,
  clusterDir: string,
): Promise<Launcher> {
  const hasSetpriv = await succeeds('setpriv', ['--pdeathsig', 'INT', 'true'])
  const prefix = account ? await findPrefix(account, hasSetpriv, [binaries.postgres, clusterDir]) : []
  return {
    note:
      account && prefix.length > 0
        ? `The path to ${clusterDir} is closed to user ${account.name}; PostgreSQL gets the capability ${prefix.at(-1)?.slice(1)} to reach it`
        : undefined,
    launch(file, args, { diesWithUs }) {
      const wrapper = prefix.length === 0 && diesWithUs && hasSetpriv ? ['setpriv'] : [...prefix]
      if (wrapper.length > 0 && diesWithUs) wrapper.push('--pdeathsig', 'INT')
      const [command, ...rest] = [...wrapper, file, ...args]
      return spawn(command as string, rest, {
        stdio: ['ignore', 'pipe', 'pipe'],
        // Ctrl-C reaches the whole process group: the database must outlive the final flush.
        detached: true,
        env: cleanEnvironment(binaries.libraryPath),
        ...(account && prefix.length === 0 ? { uid: account.uid, gid: account.gid } : {}),
      })
    },
  }
}

async function findPrefix(account: Account, hasSetpriv: boolean, paths: readonly string[]): Promise<string[]> {
  const canReach = ['sh', '-c', 'for path; do test -x "$path" || exit 1; done', 'sh', ...paths]
  if (await succeeds('sh', canReach.slice(1), { uid: account.uid, gid: account.gid })) return []
  for (const capability of hasSetpriv ? REACH_CAPABILITIES : []) {
    const prefix = withCapability(account, capability)
    if (await succeeds(prefix[0], [...prefix.slice(1), ...canReach])) return prefix
  }
  throw new Error(
    `PostgreSQL runs as user ${account.name}, who cannot reach ${paths.join(' and ')}: open the folders above (chmod o+x), move the checkout and DATA_DIR, start as an ordinary user, or set DATABASE_URL`,
  )
}

function withCapability(account: Account, capability: string): [program: string, ...args: string[]] {
  const identity = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  // Without no_setuid_fixup the kernel ignores capabilities in access(2), which PostgreSQL uses to find its own files.
  const keep = ['--securebits', '+no_setuid_fixup', '--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`]
  return ['setpriv', ...identity, ...keep]
}

async function succeeds(file: string, args: readonly string[], as: Pick<SpawnOptions, 'uid' | 'gid'> = {}) {
  return run(file, [...args], { ...as, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** Not the server's own environment, which holds passwords. */
function cleanEnvironment(libraryPath: string | undefined): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryPath ? { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraryPath } : {}),
  }
}
