import { pageReload } from './reload-page.ts'

const RELOADED = 'NATIM_RELOADED'

/**
 * The script this page was started with: the last of its modules, whose name carries a hash of all that it leads to. Those
 * before it are packages, and the same from build to build.
 */
const entryScript = (page: ParentNode): string | null | undefined =>
  [...page.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src')

/** What tells this build from others: the name of its entry script. */
export const runningBuild = (): string | undefined => entryScript(document) ?? undefined

/** The same of the build that the server delivers now; undefined when it cannot be asked. */
export async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return undefined
    return entryScript(new DOMParser().parseFromString(await response.text(), 'text/html')) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the server has another build than the one that runs here. False when it cannot be asked. */
async function isDeploymentNew(): Promise<boolean> {
  const served = await servedBuild()
  return served !== undefined && served !== runningBuild()
}

/** After a new deployment the code of this page is gone: loads the page anew, once per browser session (ER-21). */
export async function reloadAfterDeployment(): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isDeploymentNew())) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  pageReload.now()
}
