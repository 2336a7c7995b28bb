/** A syntax node of any kind. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Replacement of a range of text. */
interface Change {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const FLIPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** Module names, export names and directives are not text values. */
const isText = (parent: SyntaxNode | undefined) =>
  !/^(?:ImportExpression|Export|ExpressionStatement)/.test(parent?.type ?? '')

/** Faults that can be planted at a node itself. */
export function operators(node: SyntaxNode, parent: SyntaxNode | undefined, text: string): Change[] {
  const swap = (operator: string, replacement: string, of: SyntaxNode = node): Change[] => [
    { operator, start: of.start, end: of.end, replacement },
  ]
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return flipped(node, text)
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = node['test'] as SyntaxNode
      // The equality operator is flipped elsewhere: that is the same fault.
      return /^[!=]==$/.test(String(test['operator']))
        ? []
        : swap('condition negated', `!(${textOf(test, text)})`, test)
    }
    case 'Literal':
      return literal(node, parent).flatMap(([operator, replacement]) => swap(operator, replacement))
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : swap('text emptied', "''")
    case 'ArrayExpression':
      return (node['elements'] as unknown[]).length > 0 ? swap('list emptied', '[]') : []
    case 'ExpressionStatement':
      return swap('statement dropped', ';')
    case 'ReturnStatement':
      return swap('return dropped', isValue(node['argument']) ? 'return;' : ';')
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return parent?.type === 'SwitchCase' ? [] : swap('statement dropped', ';')
    case 'ArrowFunctionExpression':
      return node['expression'] === true ? swap('result dropped', 'undefined', node['body'] as SyntaxNode) : []
    default:
      return []
  }
}

/** Returning `undefined` equals returning nothing. */
const isValue = (argument: unknown) =>
  argument !== null && (argument as { readonly name?: unknown }).name !== 'undefined'

const textOf = ({ start, end }: SyntaxNode, text: string) => text.slice(start, end)

/** The operator between two operands, replaced by its counterpart. */
function flipped(node: SyntaxNode, text: string): Change[] {
  const sign = String(node['operator'])
  const replacement = FLIPPED[sign]
  if (replacement === undefined) return []
  const from = (node['left'] as SyntaxNode).end
  const start = from + text.slice(from, (node['right'] as SyntaxNode).start).indexOf(sign)
  // A bracket or comment may stand between an operand and the operator.
  return [{ operator: `${sign} to ${replacement}`, start, end: start + sign.length, replacement }]
}

function literal(node: SyntaxNode, parent: SyntaxNode | undefined): [operator: string, replacement: string][] {
  const { value } = node
  if (typeof value === 'boolean') return [[`${value} flipped`, String(!value)]]
  if (typeof value === 'number')
    return [
      ['one more', String(value + 1)],
      ['one less', value === 0 ? '-1' : String(value - 1)],
    ]
  if (typeof value !== 'string' || !isText(parent)) return []
  return value === '' ? [['text filled', "'mutant'"]] : [['text emptied', "''"]]
}
