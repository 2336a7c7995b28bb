import { type Node, Visitor } from 'oxc-parser'
import type { Finding, Gate } from './gate.ts'
import { isTestFile, readSourceFiles, type SourceFile } from './source-files.ts'
import { lineAt, parse } from './syntax.ts'

/** A user-visible Chinese text of the product; `{}` stands for values inserted at run time. */
export interface ProductText {
  readonly file: string
  readonly line: number
  readonly text: string
}

/**
 * Texts that keep half-width punctuation, each with the reason. Texts fixed by the contract for unmodified clients must
 * match exactly.
 */
export const KEPT_TEXTS: Readonly<Record<string, string>> = {
  '很抱歉，服务器错误!': 'contract/00, a message of the request layer',
  '该编号已存在!': 'contract/20, compared by clients',
  '字典Code不能为空!': 'contract/20, compared by clients',
  '绑定手机号,': 'contract/10, the beginning that clients look for',
  '可见/可访问(授权后可见/可访问)': 'contract/20, text of a dictionary',
  '可编辑(未授权时禁用)': 'contract/20, text of a dictionary',
  '是否有子节点(1:有)': 'contract/20, head of a column of import and export',
  '上传中...': 'contract/30, label of a button',
  '部门切换（当前部门 : {}）': 'spec §3, title of a dialog',
  '海拔 (m)': 'read in sheets made by earlier versions, never written',
  '不能包含空格、逗号、* 和 !': 'names the character itself',
  '「{}」不能为 ?': 'names the character itself',
  '无法确定占位符的类型，请写成 cast(${name} as 类型)': 'SQL to be typed',
  'Filing notice at the foot of the pages, such as 京ICP备00000000号; empty = none': 'an English sentence',
}

/** Files in which every text is fixed, or none is user-visible. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'packages/contract/src/messages.ts': 'the sentences of the specification, word for word (messages.test.ts)',
  'packages/demo/src/places.data.ts': 'coordinates by name, packed',
}

const HALF_WIDTH =
  /\p{Script=Han}\s?(?:[,;:!?(]|\.(?!\w))|(?:[,;!?)]|:(?!\/))\s?\p{Script=Han}|\(\p{Script=Han}|\p{Script=Han}\)/u

/** Chinese texts use full-width punctuation, except those fixed elsewhere. */
export const textsGate: Gate = {
  name: 'texts',
  promise: 'Chinese texts have full-width punctuation.',
  run: (rootDir) => {
    const files = productFiles(rootDir)
    return { filesRead: files.length, findings: files.flatMap(textsOf).filter(isHalfWidth).map(toFinding) }
  },
}

/** Every Chinese text of the product, for review. */
export const readTexts = (rootDir: string): ProductText[] => productFiles(rootDir).flatMap(textsOf)

const productFiles = (rootDir: string): SourceFile[] =>
  readSourceFiles(rootDir).filter(
    ({ path }) => /^(?:apps|packages)\//.test(path) && !isTestFile(path) && !(path in LEFT_OUT),
  )

function textsOf(file: SourceFile): ProductText[] {
  const texts: ProductText[] = []
  const add = (node: Node, raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (/\p{Script=Han}/u.test(text)) texts.push({ file: file.path, line: lineAt(file.text, node.start), text })
  }
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node, node.value),
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{}')),
    JSXText: (node) => add(node, node.value),
  }).visit(parse(file).program)
  return texts
}

const isHalfWidth = ({ text }: ProductText) => !(text in KEPT_TEXTS) && HALF_WIDTH.test(text)

const toFinding = ({ file, line, text }: ProductText): Finding => ({
  file,
  line,
  rule: 'full-width-punctuation',
  message: `「${text}」: write ，；：！？（）。 between Chinese characters.`,
})
