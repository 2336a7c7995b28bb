import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadAfterDeployment } from './deployment.ts'
import { pageReload } from './reload-page.ts'

const page = (script: string) => `<!doctype html><script type="module" src="${script}"></script>`
const serve = (html: string) => vi.stubGlobal('fetch', async () => new Response(html))

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-1a2b.js"></script>'
  vi.spyOn(pageReload, 'now').mockImplementation(() => undefined)
})

describe('after a chunk that did not come', () => {
  it('the page is loaded anew when the server has another build, once per session', async () => {
    serve(page('/assets/index-3c4d.js'))
    await reloadAfterDeployment()
    await reloadAfterDeployment()
    expect(pageReload.now).toHaveBeenCalledTimes(1)
  })

  it('it stays while the build is the same, or the server cannot be asked', async () => {
    serve(page('/assets/index-1a2b.js'))
    await reloadAfterDeployment()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline')
    })
    await reloadAfterDeployment()
    expect(pageReload.now).not.toHaveBeenCalled()
  })
})
