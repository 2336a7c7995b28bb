import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './checkout.mjs'

/**
 * The environment of test programs: without the settings of the server, which belong to whoever runs `npm test`,
 * and with a home directory that can be written.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment() {
  const settings = [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(
    (found) => found[1],
  )
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.includes(name)))
  return { ...env, TEST_DATABASE_URL: '', HOME: writableHome() }
}

/** Accounts such as `nobody` have no home; the browser needs one. */
function writableHome() {
  try {
    accessSync(homedir(), constants.W_OK)
    return homedir()
  } catch {
    const home = join(ROOT, '.tmp/home')
    mkdirSync(home, { recursive: true })
    return home
  }
}
