import { readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Block, Chapter, Inline, Line } from '../src/shell/manual/chapter.ts'

type Root = ReturnType<typeof fromMarkdown>
type Content = Root['children'][number]
type Phrasing = Extract<Content, { type: 'paragraph' }>['children'][number]

/** Returns the address of a picture in the console. @param file absolute */
export type PictureAddress = (file: string) => string

const parse = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

const textOf = (node: Content | Phrasing): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

/** Reads files of the manual, and names them in messages. */
class Reader {
  readonly #dir: string
  readonly #pictureAddress: PictureAddress

  constructor(dir: string, pictureAddress: PictureAddress) {
    this.#dir = dir
    this.#pictureAddress = pictureAddress
  }

  /** The chapters in the order of README.md, whose headings are the roles. */
  chapters(): Chapter[] {
    let role = ''
    return parse(this.#read('README.md')).children.flatMap((node) => {
      if (node.type === 'heading' && node.depth === 2) role = textOf(node)
      if (node.type !== 'list' || role === '') return []
      return node.children.flatMap((item) => linksIn(item)).map((file) => this.#chapter(file, role))
    })
  }

  #read(file: string): string {
    return readFileSync(join(this.#dir, file), 'utf8')
  }

  #chapter(file: string, role: string): Chapter {
    const refuse = (node: Content | Phrasing, why: string): never => {
      throw new Error(`docs/manual/${file}:${node.position?.start.line ?? 0}: ${why}`)
    }
    const [, head = '', text = ''] = /^(?:---\n(.*?)---\n)?(.*)$/s.exec(this.#read(file)) ?? []
    const [title, ...rest] = parse(text).children
    if (title?.type !== 'heading' || title.depth !== 1)
      throw new Error(`docs/manual/${file}: begin with # and the title`)
    const convert = new Converter({
      refuse,
      chapterId: (url) => idOf(posix.join(posix.dirname(file), url)),
      address: (url) => this.#pictureAddress(resolve(this.#dir, dirname(file), url)),
    })
    return {
      id: idOf(file),
      title: textOf(title),
      role,
      pages: pagesIn(head),
      blocks: rest.flatMap((node) => convert.block(node)),
    }
  }
}

const idOf = (file: string): string => file.replace(/\.md$/, '')

/** `pages: a/B, /c` of the front matter. */
const pagesIn = (head: string): string[] =>
  (/^pages:(.*)$/m.exec(head)?.[1] ?? '')
    .split(',')
    .map((page) => page.trim())
    .filter(Boolean)

function linksIn(node: {
  readonly type: string
  readonly url?: string
  readonly children?: readonly unknown[]
}): string[] {
  if (node.type === 'link' && node.url !== undefined) return [node.url]
  return (node.children ?? []).flatMap((child) => linksIn(child as Parameters<typeof linksIn>[0]))
}

interface Place {
  readonly refuse: (node: Content | Phrasing, why: string) => never
  readonly chapterId: (url: string) => string
  readonly address: (url: string) => string
}

/** Converts Markdown to the blocks that the console renders. Anything else, mainly HTML, fails the build. */
class Converter {
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  block(node: Content): Block {
    switch (node.type) {
      case 'heading':
        if (node.depth !== 2) this.#place.refuse(node, 'headings within a chapter are ##')
        return { kind: 'heading', text: textOf(node) }
      case 'paragraph':
        return this.#paragraph(node)
      case 'blockquote':
        return { kind: 'note', line: this.#single(node) }
      case 'code':
        return { kind: 'code', text: node.value }
      case 'list':
        return {
          kind: 'list',
          isOrdered: node.ordered === true,
          items: node.children.map((item) => this.#single(item)),
        }
      case 'table': {
        const [head = [], ...rows] = node.children.map((row) => row.children.map((cell) => this.#line(cell.children)))
        return { kind: 'table', head, rows }
      }
      default:
        return this.#place.refuse(node, `the manual has no ${node.type}`)
    }
  }

  #paragraph(node: Extract<Content, { type: 'paragraph' }>): Block {
    const [only] = node.children
    if (node.children.length === 1 && only?.type === 'image') {
      return { kind: 'picture', src: this.#place.address(only.url), alt: only.alt ?? '' }
    }
    return { kind: 'text', line: this.#line(node.children) }
  }

  /** The single paragraph of an item or note. */
  #single(node: Extract<Content, { type: 'listItem' | 'blockquote' }>): Line {
    const [only] = node.children
    if (node.children.length !== 1 || only?.type !== 'paragraph') {
      return this.#place.refuse(node, 'an item or a note is one paragraph')
    }
    return this.#line(only.children)
  }

  #line(nodes: readonly Phrasing[]): Line {
    return nodes.map((node) => this.#run(node))
  }

  #run(node: Phrasing): Inline {
    switch (node.type) {
      case 'text':
        return node.value.replaceAll(/\n/g, '')
      case 'strong':
        return { kind: 'strong', text: textOf(node) }
      case 'inlineCode':
        return { kind: 'code', text: node.value }
      case 'link':
        if (!node.url.endsWith('.md')) this.#place.refuse(node, `a link leads to another chapter, not to ${node.url}`)
        return { kind: 'link', to: this.#place.chapterId(node.url), text: textOf(node) }
      default:
        return this.#place.refuse(node, `the manual has no ${node.type}`)
    }
  }
}

/**
 * Reads the manual.
 *
 * @param dir docs/manual
 * @throws Error naming file and line of unsupported content, or of a link to an unlisted chapter
 */
export function readManual(dir: string, pictureAddress: PictureAddress): Chapter[] {
  const chapters = new Reader(dir, pictureAddress).chapters()
  const ids = new Set(chapters.map(({ id }) => id))
  for (const chapter of chapters) {
    for (const to of chapter.blocks.flatMap(targetsIn)) {
      if (!ids.has(to)) throw new Error(`docs/manual/${chapter.id}.md: no chapter ${to} in README.md`)
    }
  }
  return chapters
}

function targetsIn(block: Block): string[] {
  const lines =
    block.kind === 'text' || block.kind === 'note'
      ? [block.line]
      : block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? [block.head, ...block.rows].flat()
          : []
  return lines.flat().flatMap((run) => (typeof run !== 'string' && run.kind === 'link' ? [run.to] : []))
}
