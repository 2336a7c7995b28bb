import { type Node, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'
import { blankComments, lineAt, parse } from './syntax.ts'

/** A place in a file with a size or a name. */
export interface Spot {
  readonly line: number
  readonly text: string
}

export interface FunctionSize {
  readonly line: number
  readonly name: string
  /**
   * Code lines from first to last. Nested declared functions and methods are counted separately, as are methods of a
   * class; arrow functions count towards the enclosing function.
   */
  readonly lines: number
}

/** Metrics of one file. Lines are code lines: neither blank nor comment. */
export interface Measures {
  readonly path: string
  readonly lines: number
  readonly functions: readonly FunctionSize[]
  readonly anys: readonly Spot[]
  /** `value as Type`; `as const` does not count. */
  readonly casts: number
  readonly consoleLogs: readonly Spot[]
  readonly commentedOutCode: readonly Spot[]
  /** Code lines without imports, whitespace collapsed: input of the duplicate search. */
  readonly body: readonly Spot[]
}

interface Span {
  readonly first: number
  readonly last: number
}

const isLineIn = (line: number, span: Span) => line >= span.first && line <= span.last
const isInside = (inner: Span, outer: Span) => inner.first > outer.first && inner.last < outer.last

/** Measures one file by its syntax tree. */
export function measure(file: SourceFile): Measures {
  const { program, comments } = parse(file)
  const code = codeLines(blankComments(file.text, comments))
  const codeLineNumbers = code.map((spot) => spot.line)
  const functions: FunctionSize[] = []
  const anys: Spot[] = []
  let casts = 0
  const consoleLogs: Spot[] = []
  const importLines = new Set<number>()
  const at = (node: Node, text: string): Spot => ({ line: lineAt(file.text, node.start), text })
  const spans: (Span & { readonly name: string; readonly isNamed: boolean })[] = []
  const addFunction = (node: Node, name: string, isNamed = true) => {
    spans.push({ first: lineAt(file.text, node.start), last: lineAt(file.text, node.end), name, isNamed })
  }
  new Visitor({
    FunctionDeclaration: (node) => addFunction(node, node.id?.name ?? 'default'),
    FunctionExpression: (node) => addFunction(node, node.id?.name ?? 'function'),
    ArrowFunctionExpression: (node) => addFunction(node, 'arrow function', false),
    TSAsExpression: ({ typeAnnotation }) => {
      const { start, end } = typeAnnotation
      if (file.text.slice(start, end) !== 'const') casts += 1
    },
    TSAnyKeyword: (node) => anys.push(at(node, 'any')),
    MemberExpression: (node) => {
      const isConsole = node.object.type === 'Identifier' && node.object.name === 'console'
      if (isConsole) consoleLogs.push(at(node, 'console'))
    },
    ImportDeclaration: (node) => {
      for (let line = lineAt(file.text, node.start); line <= lineAt(file.text, node.end); line++) importLines.add(line)
    },
  }).visit(program)
  for (const span of spans) {
    const inner = spans.filter((other) => other.isNamed && other !== span && isInside(other, span))
    const own = codeLineNumbers.filter((line) => isLineIn(line, span) && !inner.some((other) => isLineIn(line, other)))
    functions.push({ line: span.first, name: span.name, lines: own.length })
  }
  const commentedOutCode = comments.filter(isCode).map((comment) => ({
    line: lineAt(file.text, comment.start),
    text: comment.value.trim().split('\n')[0] ?? '',
  }))
  const body = code.filter((spot) => !importLines.has(spot.line))
  return { path: file.path, lines: code.length, functions, anys, casts, consoleLogs, commentedOutCode, body }
}

/** Non-blank lines, each with whitespace collapsed. */
function codeLines(textWithoutComments: string): Spot[] {
  return textWithoutComments
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.trim().replaceAll(/\s+/g, ' ') }))
    .filter((spot) => spot.text !== '')
}

const CODE_HINT =
  /[;{}]\s*$|=>|^\s*(?:import|export|const|let|return|await|if|for|<[A-Z])\b|^\s*<\/?[A-Za-z]+[\s/>]|\w\(.*\)\s*$/m
const NOT_A_STATEMENT = new Set([
  'Identifier',
  'Literal',
  'TemplateLiteral',
  'SequenceExpression',
  'BinaryExpression',
  'MemberExpression',
  'LogicalExpression',
  'ArrayExpression',
])

/**
 * Whether a comment is commented-out code: it parses, and it does something. Prose hardly ever parses; TSDoc blocks may
 * contain an example and are skipped.
 */
function isCode(comment: { readonly type: string; readonly value: string }): boolean {
  if (comment.value.startsWith('*') || !CODE_HINT.test(comment.value)) return false
  try {
    const { program } = parse({ path: 'comment.tsx', text: `async () => {\n${comment.value}\n}` })
    const [wrapper] = program.body
    if (wrapper?.type !== 'ExpressionStatement' || wrapper.expression.type !== 'ArrowFunctionExpression') return false
    const { body } = wrapper.expression
    if (body?.type !== 'BlockStatement' || body.body.length === 0) return false
    return body.body.some((statement) => !isIdle(statement))
  } catch {
    return isImportOrExport(comment.value)
  }
}

function isIdle(statement: Node): boolean {
  if (statement.type === 'LabeledStatement' || statement.type === 'EmptyStatement') return true
  return statement.type === 'ExpressionStatement' && NOT_A_STATEMENT.has(statement.expression.type)
}

function isImportOrExport(text: string): boolean {
  return /^\s*(?:import\s.+\sfrom\s+['"]|export\s+(?:const|function|default|\{))/m.test(text)
}
