import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { Trouble } from '../lib/checkout.mjs'
import { runQuietly } from '../lib/run.mjs'

export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const LIBRARY = '/usr/lib/postgresql/15/lib/citus.so'
const UPSTREAM = 'https://github.com/citusdata/citus/archive/refs/tags/v13.2.2.tar.gz'
const PACKAGES = [
  'build-essential',
  'postgresql-15',
  'postgresql-server-dev-15',
  'libcurl4-openssl-dev',
  'liblz4-dev',
  'libzstd-dev',
  'libkrb5-dev',
  'libssl-dev',
  'libpam0g-dev',
  'libselinux1-dev',
  'libxslt1-dev',
  'libreadline-dev',
  'xz-utils',
]
/** Debian's current PostgreSQL 15 has a function of the same name. */
const CLASHING = /\bhave_createdb_privilege\b/g
const CLASHING_FILES = [
  'src/include/pg_version_compat.h',
  'src/backend/distributed/commands/serialize_distributed_ddls.c',
]

/**
 * Builds Citus 13 for Debian's PostgreSQL 15 and installs it, unless it is there.
 *
 * @param {string} base folder for temporary files
 * @param {string} [source] archive of its sources, a path or an address
 */
export async function ensureCitus(base, source = UPSTREAM) {
  if (existsSync(LIBRARY)) return
  if (process.getuid?.() !== 0) throw new Trouble('Citus is built into the system’s PostgreSQL: run this once as root')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`· installing ${PACKAGES.length} packages to build Citus with …`)
  await runQuietly('apt-get', ['update'], { env })
  await runQuietly('apt-get', ['install', '--yes', '--no-install-recommends', ...PACKAGES], { env })
  const dir = mkdtempSync(join(base, 'citus-'))
  try {
    await unpack(source, dir)
    const [name] = readdirSync(join(dir, 'source'))
    const cwd = join(dir, 'source', name ?? '')
    for (const file of CLASHING_FILES) rename(join(cwd, file))
    console.log('· building Citus, two minutes …')
    const build = { cwd, env: { ...env, PG_CONFIG: join(POSTGRES_BIN, 'pg_config') } }
    await runQuietly('./configure', [], build)
    await runQuietly('make', ['--silent', `--jobs=${cpus().length}`], build)
    await runQuietly('make', ['--silent', 'install'], build)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @param {string} source @param {string} dir */
async function unpack(source, dir) {
  let archive = source
  if (/^https?:/.test(source)) {
    const response = await fetch(source)
    if (!response.ok) throw new Trouble(`${source} answered ${response.status}: say CITUS_SOURCE=<path of the archive>`)
    archive = join(dir, 'archive')
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()))
  }
  if (!existsSync(archive)) throw new Trouble(`CITUS_SOURCE: there is no ${archive}`)
  mkdirSync(join(dir, 'source'))
  await runQuietly('tar', ['--extract', `--file=${archive}`, `--directory=${join(dir, 'source')}`], {})
}

/** @param {string} path */
function rename(path) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(CLASHING, 'citus_have_createdb_privilege'))
}
