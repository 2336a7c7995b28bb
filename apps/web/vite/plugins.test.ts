import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { STORAGE_KEYS } from '@natim/contract/constants'
import type { ResolvedConfig, Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findRing } from './chunk-cycles-plugin.ts'
import { firstPageChunk } from './chunks.ts'
import { firstPagePlugin } from './first-page-plugin.ts'
import { fontPreloadPlugin } from './font-preload-plugin.ts'
import { precompressPlugin } from './precompress-plugin.ts'
import { tokensPlugin } from './tokens-plugin.ts'
import { withoutSchemas } from './wire-plugin.ts'

/** Calls a hook as the build does; plugins provide it as a function or as an object with a handler. */
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

  it('writes brotli and gzip beside text files that gain from it, and nothing else', async () => {
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

describe('firstPagePlugin', () => {
  const chunk = (fileName: string, imports: string[], more: object = {}) => ({
    type: 'chunk',
    fileName,
    imports,
    moduleIds: [],
    ...more,
  })

  it('lists the files of the first page besides the frame, with their imports and styles', () => {
    const bundle = {
      'index.js': chunk('index.js', ['react.js'], { isEntry: true }),
      'react.js': chunk('react.js', []),
      'form.js': chunk('form.js', []),
      'login.js': chunk('login.js', ['react.js', 'form.js'], {
        moduleIds: ['/src/features/login/login-page.tsx'],
        viteMetadata: { importedCss: new Set(['login.css']) },
      }),
      'console.js': chunk('console.js', ['antd.js', 'index.js'], {
        moduleIds: ['/src/shell/header.tsx', '/src/app/console.tsx'],
      }),
      'antd.js': chunk('antd.js', ['react.js']),
      'map.js': chunk('map.js', [], { moduleIds: ['/src/widgets/map/network-map.tsx'] }),
      'logo.svg': { type: 'asset', fileName: 'logo.svg' },
    }
    const tags = call(firstPagePlugin().transformIndexHtml, '', { bundle })
    expect(tags).toMatchObject([
      {
        tag: 'script',
        attrs: {
          src: '/first-page.js',
          'data-login': '/login.js /login.css /form.js',
          'data-console': '/console.js /antd.js',
        },
      },
    ])
  })
})

describe('findRing', () => {
  it('returns files that import each other at any distance, and nothing else', () => {
    const files = (table: Record<string, string[]>) => findRing(new Map(Object.entries(table)))
    expect(files({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toBeUndefined()
    expect(files({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] })).toEqual(['b', 'c', 'd'])
  })
})

describe('firstPageChunk', () => {
  const sources = join(import.meta.dirname, '../src')
  const at = (path: string) => join(sources, path)
  const imports: Readonly<Record<string, readonly string[]>> = {
    'app/main.tsx': ['lib/config.ts'],
    'features/login/login-page.tsx': ['lib/greeting.ts', 'features/login/slider.tsx'],
    'app/console.tsx': ['shell/header.tsx', 'lib/greeting.ts', '../node_modules/antd/index.js'],
    'features/dashboard/analysis-page.tsx': ['features/dashboard/kpis.tsx'],
    '../node_modules/antd/index.js': ['lib/behind-a-package.ts'],
  }
  const modules = {
    getModuleInfo: (id: string) =>
      ({ importedIds: (imports[id.slice(sources.length + 1)] ?? []).map(at) }) as unknown as Rolldown.ModuleInfo,
  }
  const nameOf = firstPageChunk()

  it.each([
    ['app/main.tsx', 'start'],
    ['lib/config.ts', 'start'],
    ['lib/greeting.ts', 'start'],
    ['features/login/slider.tsx', 'login'],
    ['shell/header.tsx', 'console'],
    ['features/dashboard/kpis.tsx', 'console'],
    ['features/sys-user/user-list-page.tsx', null],
    ['lib/behind-a-package.ts', null],
  ])('%s goes to %s', (path, chunk) => expect(nameOf(at(path), modules)).toBe(chunk))
})

describe('first-page.js', () => {
  const script = readFileSync(join(import.meta.dirname, '../public/first-page.js'), 'utf8')

  /** Runs it as in a browser. @returns the links it created */
  function run(dataset: object, stored: Record<string, string>) {
    const links: object[] = []
    const document = {
      currentScript: { dataset },
      createElement: () => ({}),
      head: { append: (link: object) => links.push(link) },
    }
    runInNewContext(script, { document, localStorage: { getItem: (key: string) => stored[key] ?? null } })
    return links
  }
  const lists = { login: '/login.js /login.css', console: '/console.js' }

  it('fetches the login form for signed-out users, and the console for signed-in ones', () => {
    expect(run(lists, {})).toEqual([
      { rel: 'modulepreload', href: '/login.js' },
      { rel: 'preload', href: '/login.css', as: 'style', crossOrigin: '' },
    ])
    expect(run(lists, { [STORAGE_KEYS.token]: '{}' })).toEqual([{ rel: 'modulepreload', href: '/console.js' }])
    expect(run({}, {})).toEqual([])
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

describe('wirePlugin', () => {
  /** Exports of a module when it is run, and the calls it takes. */
  function run(code: string) {
    const calls: string[] = []
    const say = (name: string) => {
      calls.push(name)
      return name
    }
    const text = withoutSchemas(code).replaceAll('export ', '')
    return { made: runInNewContext(`${text};made`, { say, defineEndpoints: (table: unknown) => table }), calls }
  }

  it('removes schemas that only the server reads from endpoints and resources', () => {
    const { made, calls } = run(`export const made = defineEndpoints({
      list: { method: 'GET', path: '/a', access: 'x', query: say('query'), result: say('result') },
      edit: { method: ['PUT', 'POST'], path: '/b', params: say('params'), access: 'x', body: say('body'), signed: true, wireNames: { title: 'titile' } },
      shape: { base: '/c', code: 'x', row: say('row'), form: say('form') },
    })`)
    expect(calls).toEqual([])
    expect(made).toEqual({
      list: { method: 'GET', path: '/a', access: 'x' },
      edit: { method: ['PUT', 'POST'], path: '/b', access: 'x', signed: true, wireNames: { title: 'titile' } },
      shape: { base: '/c', code: 'x' },
    })
  })

  it('leaves other properties of that name unchanged', () => {
    const code = `export const made = { row: say('row'), method: 'GET', body: { result: say('result') } }`
    expect(run(code).made).toEqual({ row: 'row', method: 'GET', body: { result: 'result' } })
  })

  it('marks constants created by calls as pure, so that unused ones are removed', () => {
    expect(withoutSchemas(`export const form = z.object({ a: text(3) }).strict()\nconst path = '/a' as const`)).toBe(
      `export const form = /*#__PURE__*/(() => (z.object({ a: text(3) }).strict()))()\nconst path = '/a' as const`,
    )
  })
})
