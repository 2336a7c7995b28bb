import { parseAst, type Plugin } from 'vite'

const CONTRACT = /packages\/contract\/src\/.*\.ts$/
/** Properties of an endpoint and of a resource that only the server reads. */
const SCHEMAS_OF_ENDPOINT = new Set(['params', 'query', 'body', 'result'])
const SCHEMAS_OF_REGISTER = new Set(['row', 'form'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key: Node & { readonly name?: string }
}
interface ObjectNode extends Node {
  readonly properties: readonly Property[]
}

interface Declaration extends Node {
  readonly declaration?: Declaration | null
  readonly declarations?: readonly { readonly init: Node | null }[]
}
interface Program extends Node {
  readonly body: readonly Declaration[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

/** The schemas inside a node that only the server reads. */
function schemasIn(node: Node): Node[] {
  const below = () => childrenOf(node).flatMap(schemasIn)
  if (node.type !== 'ObjectExpression') return below()
  const { properties } = node as ObjectNode
  const names = new Set(properties.map(({ key }) => key?.name))
  const schemas = ['method', 'path', 'access'].every((name) => names.has(name))
    ? SCHEMAS_OF_ENDPOINT
    : ['base', 'code'].every((name) => names.has(name))
      ? SCHEMAS_OF_REGISTER
      : undefined
  return schemas ? properties.filter(({ key }) => schemas.has(key?.name ?? '')) : below()
}

/** Calls that create constants: `z.object({ … })` of `const row = z.object({ … })`. */
function madeByCalls({ body }: Program): Node[] {
  const declarations = body.map((statement) => statement.declaration ?? statement)
  return declarations.flatMap(({ declarations: made = [] }) =>
    made.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : [])),
  )
}

type Edit = readonly [at: number, end: number, text: string]

const blank = (code: string, { start, end }: Node): Edit => {
  const until = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  return [start, until, code.slice(start, until).replace(/[^\n]/g, '')]
}
/** Marks a call as removable when its constant is unused. */
const droppable = ({ start, end }: Node): Edit[] => [
  [start, start, '/*#__PURE__*/(() => ('],
  [end, end, '))()'],
]

/** @param edits must not be nested */
function edited(code: string, edits: readonly Edit[]): string {
  let text = ''
  let from = 0
  for (const [at, end, put] of [...edits].sort(([a], [b]) => a - b)) {
    text += code.slice(from, at) + put
    from = end
  }
  return text + code.slice(from)
}

/** A module of the contract without the parts that only the server reads. */
export function withoutSchemas(code: string): string {
  const program = parseAst(code, { lang: 'ts' }) as unknown as Program
  return edited(code, [
    ...schemasIn(program).map((schema) => blank(code, schema)),
    ...madeByCalls(program).flatMap(droppable),
  ])
}

/**
 * Removes the schemas of calls from the console: the types are enough for it, and the server checks. Building them
 * takes a tenth of a second at every start.
 */
export function wirePlugin(): Plugin {
  return {
    name: 'natim:wire',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: CONTRACT }, handler: withoutSchemas },
  }
}
