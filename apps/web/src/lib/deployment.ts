import { pageReload } from './reload-page.ts'

const RELOADED = 'NATIM_RELOADED'

/**
 * The entry script of this page: the last of its modules, whose name contains a hash of all its imports. Earlier ones
 * are packages that do not change between builds.
 */
const entryScript = (page: ParentNode): string | null | undefined =>
  [...page.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src')

/** Identifies the running build: the name of its entry script. */
export const runningBuild = (): string | undefined => entryScript(document) ?? undefined

/** Identifies the build the server delivers now; undefined when it is unreachable. */
export async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return undefined
    return entryScript(new DOMParser().parseFromString(await response.text(), 'text/html')) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the server has another build than the running one. False when it is unreachable. */
async function isDeploymentNew(): Promise<boolean> {
  const served = await servedBuild()
  return served !== undefined && served !== runningBuild()
}

/** After a new deployment the chunks of this page are gone: reloads the page, once per browser session (ER-21). */
export async function reloadAfterDeployment(): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isDeploymentNew())) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  pageReload.now()
}
