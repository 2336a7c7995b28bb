import type { Edge } from './module-graph.ts'
import { isDatabaseFile, isTestFile } from './source-files.ts'

/** A row of the import table, and the alternative it allows. */
export interface BoundaryRule {
  readonly name: string
  /** Shown on a violation: the permitted alternative. */
  readonly instead: string
  readonly forbids: (edge: Edge) => boolean
}

const to = (edge: Edge, pattern: RegExp) => pattern.test(edge.to.path)
const isFile = (edge: Edge) => edge.to.kind === 'file'
const isNpm = (edge: Edge, names: readonly string[]) => edge.to.kind === 'npm' && names.includes(edge.to.path)
const ofPackage = (name: string, path: string) => path.startsWith(`packages/${name}/src/`)
/** Tests cross layers on purpose; the dependencies allowed to a package apply to them, too. */
const inProduct = (edge: Edge) => !isTestFile(edge.from)

const DATABASE_PACKAGES = ['kysely', 'pg', 'pg-copy-streams', 'pg-native']
const WEB_PACKAGES = [
  'react',
  'react-dom',
  'react-router',
  'antd',
  '@ant-design/icons',
  'echarts',
  'maplibre-gl',
  'zustand',
]
const HTTP_PACKAGES = ['fastify', '@fastify/compress', '@fastify/cors', '@fastify/helmet', '@fastify/static']

const packageRules: readonly BoundaryRule[] = [
  {
    name: 'domain-imports-nothing',
    instead: 'domain is pure: pass clocks, random numbers and I/O in as arguments.',
    forbids: (edge) =>
      inProduct(edge) &&
      ofPackage('domain', edge.from) &&
      // Schedule arithmetic: pure functions.
      !(ofPackage('domain', edge.to.path) || isNpm(edge, ['croner'])),
  },
  {
    name: 'contract-imports-domain-and-zod',
    instead: 'contract describes the wire with zod and domain types only; logic goes to domain or to an app.',
    forbids: (edge) =>
      inProduct(edge) &&
      ofPackage('contract', edge.from) &&
      !(ofPackage('contract', edge.to.path) || ofPackage('domain', edge.to.path) || isNpm(edge, ['zod'])),
  },
  {
    name: 'demo-imports-domain',
    instead: 'demo is a pure description of the demonstration network; writing and sending it is the apps’ business.',
    forbids: (edge) =>
      inProduct(edge) &&
      ofPackage('demo', edge.from) &&
      // A keyed hash is a pure function, too.
      !(ofPackage('demo', edge.to.path) || ofPackage('domain', edge.to.path) || edge.to.path === 'node:crypto'),
  },
  {
    name: 'no-app-to-app',
    instead: 'apps meet over the wire; what two apps share is a package.',
    forbids: (edge) => {
      const [from, target] = [edge.from, edge.to.path].map((path) => /^(?:apps\/[^/]+|e2e|tools)\//.exec(path)?.[0])
      // Tools measure and generate for every app; nothing depends on them. Stand-ins for other parties, such as an
      // identity provider, are shared by server tests and journeys.
      const isStandIn = from === 'e2e/' && edge.to.path.startsWith('apps/server/src/testing/')
      return isFile(edge) && target !== undefined && from !== target && from !== 'tools/' && !isStandIn
    },
  },
  {
    name: 'web-has-no-server-parts',
    instead: 'the browser talks to the server through endpoints of packages/contract.',
    forbids: (edge) => edge.from.startsWith('apps/web/src/') && isNpm(edge, [...DATABASE_PACKAGES, ...HTTP_PACKAGES]),
  },
  {
    name: 'server-has-no-web-parts',
    instead: 'the server sends data; drawing it is the console’s business.',
    forbids: (edge) => edge.from.startsWith('apps/server/') && isNpm(edge, WEB_PACKAGES),
  },
]

/** Layer of the web app → the lower layers it may import (besides itself and packages). */
const WEB_LAYERS: Readonly<Record<string, readonly string[]>> = {
  app: ['shell', 'features', 'resource', 'widgets', 'ui', 'theme', 'lib'],
  shell: ['resource', 'widgets', 'ui', 'theme', 'lib'],
  features: ['resource', 'widgets', 'ui', 'theme', 'lib'],
  resource: ['widgets', 'ui', 'theme', 'lib'],
  widgets: ['ui', 'theme', 'lib'],
  ui: ['theme'],
  lib: ['theme'],
  theme: [],
}

const webLayer = (path: string) => /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1]
const slice = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]

const webRules: readonly BoundaryRule[] = [
  {
    name: 'web-layers',
    instead: 'imports point downwards: app → shell, features → resource → widgets → ui; lib and theme at the bottom.',
    forbids: (edge) => {
      const [from, target] = [webLayer(edge.from), webLayer(edge.to.path)]
      if (!inProduct(edge) || !isFile(edge) || !from || !target || from === target) return false
      if (from === 'ui' && to(edge, /^apps\/web\/src\/lib\/format(?:\/|\.|-)/)) return false
      return !WEB_LAYERS[from]?.includes(target)
    },
  },
  {
    name: 'no-feature-to-feature',
    instead: 'move the shared part to widgets/ or resource/, or link the pages by their route.',
    forbids: (edge) => {
      const [from, target] = [slice(edge.from), slice(edge.to.path)]
      return from !== undefined && target !== undefined && from !== target
    },
  },
]

const HTTP_HOMES = /\.routes\.ts$|^apps\/server\/src\/(?:app\.ts$|main\.ts$|platform\/)/
const PROCESS_HOMES =
  /^tools\/|^e2e\/|^apps\/server\/src\/(?:platform\/postgres|platform\/print|modules\/demo)\/|^apps\/simulator\//
const moduleOf = (path: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]

const serverRules: readonly BoundaryRule[] = [
  {
    name: 'sql-only-in-repositories',
    instead: 'write a function in a *.repository.ts that takes Db or Tx (types of platform/db) and call that.',
    forbids: (edge) =>
      inProduct(edge) &&
      edge.from.startsWith('apps/server/src/') &&
      isNpm(edge, DATABASE_PACKAGES) &&
      !isDatabaseFile(edge.from),
  },
  {
    name: 'http-only-in-routes',
    instead: 'keep requests and replies in *.routes.ts; services take plain input and return contract types.',
    forbids: (edge) =>
      inProduct(edge) &&
      edge.from.startsWith('apps/server/src/') &&
      isNpm(edge, HTTP_PACKAGES) &&
      !HTTP_HOMES.test(edge.from),
  },
  {
    name: 'modules-meet-at-index',
    instead: 'import the other module’s index.ts; if it does not offer the thing, offer it there.',
    forbids: (edge) => {
      const [from, target] = [moduleOf(edge.from), moduleOf(edge.to.path)]
      return (
        inProduct(edge) && from !== undefined && target !== undefined && from !== target && !to(edge, /\/index\.ts$/)
      )
    },
  },
  {
    name: 'platform-knows-no-module',
    instead: 'let the module register itself with the platform part (a registry or a callback given in app.ts).',
    forbids: (edge) =>
      inProduct(edge) &&
      /^apps\/server\/src\/(?:platform|db)\//.test(edge.from) &&
      moduleOf(edge.to.path) !== undefined,
  },
  {
    name: 'only-app-imports-app',
    instead: 'app.ts and main.ts compose; what a module needs from them it takes as an argument.',
    forbids: (edge) =>
      inProduct(edge) &&
      to(edge, /^apps\/server\/src\/(?:app|main)\.ts$/) &&
      !/^apps\/server\/src\/[^/]+\.ts$|^tools\//.test(edge.from),
  },
]

const everywhereRules: readonly BoundaryRule[] = [
  {
    name: 'testing-only-in-tests',
    instead: 'factories and drivers are for *.test.ts files; product code must not need them.',
    forbids: (edge) =>
      inProduct(edge) && isFile(edge) && to(edge, /\/src\/testing\//) && !/^tools\/|vitest\.config/.test(edge.from),
  },
  {
    name: 'no-test-imports',
    instead: 'move what is shared to testing/.',
    forbids: (edge) => isFile(edge) && to(edge, /\.test\.tsx?$/),
  },
  {
    name: 'processes-only-where-reviewed',
    instead: 'child processes are started by platform/postgres, platform/print, the simulator’s parent and tools only.',
    forbids: (edge) => inProduct(edge) && edge.to.path === 'node:child_process' && !PROCESS_HOMES.test(edge.from),
  },
  {
    name: 'node-prefix',
    instead: 'write node: before the name of a Node module.',
    forbids: (edge) =>
      isNpm(edge, ['fs', 'path', 'crypto', 'os', 'child_process', 'http', 'net', 'url', 'stream', 'util', 'zlib']),
  },
  {
    name: 'resolves',
    instead: 'the file does not exist; relative imports carry their extension.',
    forbids: (edge) => edge.to.kind === 'missing',
  },
]

/** The import table of ARCHITECTURE.md, as rules. */
export const BOUNDARY_RULES: readonly BoundaryRule[] = [
  ...packageRules,
  ...webRules,
  ...serverRules,
  ...everywhereRules,
]
