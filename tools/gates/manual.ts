import { type Node, Visitor } from 'oxc-parser'
import type { Finding } from './gate.ts'
import type { SourceFile } from './source-files.ts'
import { lineAt, parse } from './syntax.ts'

/** A document or a picture of it, relative to the root. */
export interface ManualPage {
  readonly path: string
  readonly lines: readonly string[]
}

const FOLDER = 'docs/manual/'
const CONTENTS = `${FOLDER}README.md`
const SEEDED_MENU = 'apps/server/src/db/seeds/menus.data.ts'
const VIEWS = /^apps\/web\/src\/(?:features\/[^/]+\/views|app\/(?:view-registry|plain-pages))\.ts$/
/** Files with addresses that no menu item leads to. */
const ADDRESSES =
  /^(?:apps\/web\/src\/(?:lib\/paths\.ts|shell\/page\.ts|app\/pages\.tsx)|packages\/contract\/src\/constants\.ts)$/
/** Menu groups are not pages. */
const LAYOUT = 'layouts/'

/**
 * Consistency of user manual and console: each item of the shipped menu has its chapter, chapters name existing pages,
 * appear in the contents once, and show every existing picture.
 */
export function manualFindings(
  documents: readonly ManualPage[],
  sources: readonly SourceFile[],
  pictures: readonly string[],
): Finding[] {
  const manual = documents.filter(({ path }) => path.startsWith(FOLDER))
  const chapters = manual.filter(({ path }) => path !== CONTENTS)
  return [
    ...withoutChapter(chapters, sources),
    ...unknownPages(chapters, sources),
    ...unlisted(
      chapters,
      manual.find(({ path }) => path === CONTENTS),
    ),
    ...unshown(chapters, pictures),
  ]
}

/** 1-based line of a chapter's `pages:`, and the pages it names. */
function pagesOf({ lines }: ManualPage): { readonly line: number; readonly pages: readonly string[] } {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const index = lines.findIndex((line, at) => at < end && line.startsWith('pages:'))
  const pages = index < 0 ? [] : (lines[index]?.slice('pages:'.length).split(',') ?? [])
  return { line: index + 1, pages: pages.map((page) => page.trim()).filter(Boolean) }
}

function withoutChapter(chapters: readonly ManualPage[], sources: readonly SourceFile[]): Finding[] {
  const described = new Set(chapters.flatMap((chapter) => pagesOf(chapter).pages))
  return sources
    .filter(({ path }) => path === SEEDED_MENU)
    .flatMap((file) => {
      const items = seededItems(file)
      // Otherwise a differently formatted menu would be read as empty, and everything would pass.
      if (items.length === 0) return [{ file: file.path, rule: 'manual-menu', message: 'no menu item could be read.' }]
      return items
        .filter(({ component }) => !described.has(component))
        .map(({ component, line }) => ({
          file: file.path,
          line,
          rule: 'manual-chapter',
          message: `no chapter of ${FOLDER} names ${component} under 'pages:'.`,
        }))
    })
}

const propertiesOf = (node: Node): Readonly<Record<string, string>> =>
  node.type === 'ObjectExpression'
    ? Object.fromEntries(
        node.properties.flatMap((property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.value.type === 'Literal' &&
          typeof property.value.value === 'string'
            ? [[property.key.name, property.value.value]]
            : [],
        ),
      )
    : {}

function seededItems(file: SourceFile): { readonly component: string; readonly line: number }[] {
  const items: { component: string; line: number }[] = []
  new Visitor({
    ObjectExpression: (node) => {
      const { component } = propertiesOf(node)
      if (component !== undefined && !component.startsWith(LAYOUT)) {
        items.push({ component, line: lineAt(file.text, node.start) })
      }
    },
  }).visit(parse(file).program)
  return items
}

/** Strings of a file that match a pattern, including object keys. */
function textsIn(file: SourceFile, pattern: RegExp): string[] {
  const texts: string[] = []
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && pattern.test(value) && texts.push(value),
    Property: ({ key }) => key.type === 'Identifier' && pattern.test(key.name) && texts.push(key.name),
  }).visit(parse(file).program)
  return texts
}

function unknownPages(chapters: readonly ManualPage[], sources: readonly SourceFile[]): Finding[] {
  const known = new Set(
    sources.flatMap((file) => {
      if (VIEWS.test(file.path)) return textsIn(file, /^[A-Z]|\//)
      return ADDRESSES.test(file.path) ? textsIn(file, /^\//) : []
    }),
  )
  return chapters.flatMap((chapter) => {
    const { line, pages } = pagesOf(chapter)
    return pages
      .filter((page) => !known.has(page))
      .map((page) => ({
        file: chapter.path,
        line,
        rule: 'manual-page',
        message: `the console has no page '${page}': name the component of a menu item, or an address.`,
      }))
  })
}

const LINK = /\]\(([^)\s]+)\)/g
const linksIn = (page: ManualPage) =>
  page.lines.flatMap((text, index) => [...text.matchAll(LINK)].map(([, to = '']) => ({ to, line: index + 1 })))

function unlisted(chapters: readonly ManualPage[], contents: ManualPage | undefined): Finding[] {
  const listed = contents === undefined ? [] : linksIn(contents).map(({ to }) => FOLDER + to)
  return chapters.flatMap(({ path }) => {
    const count = listed.filter((target) => target === path).length
    if (count === 1) return []
    return [{ file: path, rule: 'manual-contents', message: `stands ${count} times in ${CONTENTS}, not once.` }]
  })
}

function unshown(chapters: readonly ManualPage[], pictures: readonly string[]): Finding[] {
  const shown = new Set(chapters.flatMap((chapter) => linksIn(chapter).map(({ to }) => to.split('/').at(-1))))
  return pictures
    .filter((path) => !shown.has(path.split('/').at(-1)))
    .map((file) => ({ file, rule: 'manual-picture', message: 'no chapter shows it.' }))
}
