import { type Node, Visitor } from 'oxc-parser'
import type { Finding } from './gate.ts'
import { isTestFile, type SourceFile } from './source-files.ts'
import { lineAt, parse } from './syntax.ts'

/** Files whose constants are the product's measures; each constant must be used. */
const TABLES = ['packages/contract/src/constants.ts']

interface Constant {
  readonly name: string
  /** Property of an object; undefined = the constant itself. */
  readonly key?: string
  readonly line: number
}

/** Constants, and properties of constants, that no product file reads; a use in tests does not count. */
export function unreadConstants(files: readonly SourceFile[]): Finding[] {
  const product = files.filter(({ path }) => !isTestFile(path))
  return product
    .filter(({ path }) => TABLES.includes(path))
    .flatMap((table) => {
      const text = product.map((file) => withoutImports(file === table ? withoutNames(file) : file.text)).join('\n')
      return constantsOf(table)
        .filter((constant) => !isRead(constant, text))
        .map(({ name, key, line }) => ({
          file: table.path,
          line,
          rule: 'unread-constant',
          message: `nothing but tests reads ${key === undefined ? name : `${name}.${key}`}.`,
        }))
    })
}

/** Removes declared names: a constant may be read by another one in its file, but its own declaration is not a use. */
const withoutNames = ({ text }: SourceFile) => text.replace(/export const \w+/g, 'export const')

/** Removes imports: an import alone is not a use. */
const withoutImports = (text: string) => text.replace(/^import [^;]*? from '[^']+'$/gms, '')

function isRead({ name, key }: Constant, text: string): boolean {
  const uses = [...text.matchAll(new RegExp(`\\b${name}\\b(?:\\?\\.|\\.)?(\\w+)?`, 'g'))].map(([use, property]) =>
    use === name ? undefined : property,
  )
  return key === undefined ? uses.length > 0 : uses.some((property) => property === undefined || property === key)
}

function constantsOf(file: SourceFile): Constant[] {
  const found: Constant[] = []
  const at = (node: Node) => lineAt(file.text, node.start)
  new Visitor({
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier') continue
        const value = init?.type === 'TSAsExpression' ? init.expression : init
        found.push({ name: id.name, line: at(id) })
        if (value?.type !== 'ObjectExpression') continue
        for (const property of value.properties)
          if (property.type === 'Property' && property.key.type === 'Identifier')
            found.push({ name: id.name, key: property.key.name, line: at(property) })
      }
    },
  }).visit(parse(file).program)
  return found
}
