import { Visitor } from 'oxc-parser'
import type { SourceFile } from '../gates/source-files.ts'
import { lineAt, parse } from '../gates/syntax.ts'

/** A test that claims to prove a feature row by naming it: `it('[SH-18] …')`. */
export interface Claim {
  readonly id: string
  readonly file: string
  readonly line: number
}

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe'])
const CLAIM = /\[([A-Z]{2}-\d{2,3}(?:\s*,\s*[A-Z]{2}-\d{2,3})*)\]/g
/** Row ids in the table of an `each`, for a title that begins with `[%s]`. */
const ID_IN_TABLE = /['"]([A-Z]{2}-\d{2,3})['"]/g

/** The claims in the titles of `it`, `test` and `describe`, with `.each`, `.skipIf` and the like; skipped tests claim nothing. */
export function readClaims(file: SourceFile): Claim[] {
  const claims: Claim[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      const words = callNames(callee)
      if (!TEST_FUNCTIONS.has(words[0] ?? '') || words.includes('skip') || words.includes('todo')) return
      const text =
        title?.type === 'Literal' ? title.value : title?.type === 'TemplateLiteral' ? title.quasis[0]?.value.cooked : ''
      if (typeof text !== 'string') return
      const table = text.startsWith('[%s]') ? file.text.slice(callee.start, callee.end) : ''
      const ids = [
        ...[...text.matchAll(CLAIM)].flatMap(([, list = '']) => list.split(',').map((id) => id.trim())),
        ...[...table.matchAll(ID_IN_TABLE)].map(([, id = '']) => id),
      ]
      const line = lineAt(file.text, title?.start ?? 0)
      claims.push(...ids.map((id) => ({ id, file: file.path, line })))
    },
  }).visit(parse(file).program)
  return claims
}

/** `it.skipIf(x).each` → `['it', 'skipIf', 'each']`. */
function callNames(node: { readonly type: string }): string[] {
  const callee = node as {
    type: string
    name?: string
    object?: { type: string }
    property?: { name?: string }
    callee?: { type: string }
    tag?: { type: string }
  }
  if (callee.type === 'Identifier') return [callee.name ?? '']
  if (callee.type === 'MemberExpression')
    return [...(callee.object ? callNames(callee.object) : []), callee.property?.name ?? '']
  if (callee.type === 'CallExpression' && callee.callee) return callNames(callee.callee)
  if (callee.type === 'TaggedTemplateExpression' && callee.tag) return callNames(callee.tag)
  return []
}
