import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ResolvedConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fontPreloadPlugin } from './font-preload-plugin.ts'
import { precompressPlugin } from './precompress-plugin.ts'
import { tokensPlugin } from './tokens-plugin.ts'

/** Calls a hook as the build does; plugins give it as a function or as an object with a handler. */
function call(hook: unknown, ...args: unknown[]): unknown {
  const handler = typeof hook === 'function' ? hook : (hook as { handler: unknown }).handler
  return (handler as (...given: unknown[]) => unknown)(...args)
}

describe('precompressPlugin', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'natim-precompress-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('writes brotli and gzip beside text files that gain from it, and touches nothing else', async () => {
    const text = 'body { color: var(--text) }\n'.repeat(100)
    writeFileSync(join(folder, 'page.css'), text)
    writeFileSync(join(folder, 'tiny.js'), 'export {}\n'.repeat(50))
    writeFileSync(join(folder, 'font.woff2'), Buffer.alloc(5_000))
    const plugin = precompressPlugin()
    call(plugin.configResolved, { root: '/', build: { outDir: folder } } as ResolvedConfig)
    await call(plugin.closeBundle)
    expect(readdirSync(folder).toSorted()).toEqual(['font.woff2', 'page.css', 'page.css.br', 'page.css.gz', 'tiny.js'])
    expect(brotliDecompressSync(readFileSync(join(folder, 'page.css.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'page.css.gz'))).toString()).toBe(text)
  })
})

describe('fontPreloadPlugin', () => {
  it('preloads the regular and the medium weight only', () => {
    const bundle = {
      'assets/barlow-latin-400-normal-a1.woff2': {},
      'assets/barlow-latin-500-normal-b2.woff2': {},
      'assets/barlow-latin-600-normal-c3.woff2': {},
      'assets/index.js': {},
    }
    const tags = call(fontPreloadPlugin().transformIndexHtml, '', { bundle }) as { attrs: { href: string } }[]
    expect(tags.map((tag) => tag.attrs.href)).toEqual([
      '/assets/barlow-latin-400-normal-a1.woff2',
      '/assets/barlow-latin-500-normal-b2.woff2',
    ])
  })
})

describe('tokensPlugin', () => {
  it('serves the token table as a style sheet under its virtual name only', () => {
    const plugin = tokensPlugin()
    const id = call(plugin.resolveId, 'virtual:tokens.css')
    expect(String(id)).toMatch(/\.css$/)
    expect(call(plugin.load, id)).toContain("[data-theme='dark']")
    expect(call(plugin.resolveId, './other.css')).toBeUndefined()
  })
})
