import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadAfterDeployment } from './deployment.ts'
import { pageReload } from './reload-page.ts'

/** Package scripts come first and are the same in every build. */
const scripts = (entry: string) =>
  ['/assets/rolldown-runtime-0a.js', entry].map((src) => `<script type="module" src="${src}"></script>`).join('')
const page = (entry: string) => `<!doctype html>${scripts(entry)}`
const serve = (html: string) => vi.stubGlobal('fetch', async () => new Response(html))

beforeEach(() => {
  document.head.innerHTML = scripts('/assets/index-1a2b.js')
  vi.spyOn(pageReload, 'now').mockImplementation(() => undefined)
})

describe('after a chunk failed to load', () => {
  it('reloads the page when the server has another build, once per session', async () => {
    serve(page('/assets/index-3c4d.js'))
    await reloadAfterDeployment()
    await reloadAfterDeployment()
    expect(pageReload.now).toHaveBeenCalledTimes(1)
  })

  it('keeps the page when the build is the same or the server is unreachable', async () => {
    serve(page('/assets/index-1a2b.js'))
    await reloadAfterDeployment()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline')
    })
    await reloadAfterDeployment()
    expect(pageReload.now).not.toHaveBeenCalled()
  })
})
