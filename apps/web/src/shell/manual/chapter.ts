/** A run of text within a line. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'code'; readonly text: string }
  /** To another chapter, by its id. */
  | { readonly kind: 'link'; readonly to: string; readonly text: string }

export type Line = readonly Inline[]

/** What a chapter is made of, top down. Nothing else can be written in one: there is no HTML to let through. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text' | 'note'; readonly line: Line }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string }

/** A page of docs/manual. */
export interface Chapter {
  /** File without ending, below docs/manual: `duty/device-list`. */
  readonly id: string
  readonly title: string
  /** Who it is written for, as the contents group it: `值班员`. */
  readonly role: string
  /** Components of menu items, or addresses of pages without one, that it belongs to. */
  readonly pages: readonly string[]
  readonly blocks: readonly Block[]
}

const plain = (line: Line): string => line.map((run) => (typeof run === 'string' ? run : run.text)).join('')

/** What can be read of a block, on one line. */
export function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'code':
      return block.text
    case 'picture':
      return block.alt
    case 'text':
    case 'note':
      return plain(block.line)
    case 'list':
      return block.items.map(plain).join(' ')
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(plain).join(' ')).join(' ')
  }
}

/**
 * The chapter of a page.
 *
 * @param place component of the page's menu item, or its address where it has none
 */
export const chapterOf = (chapters: readonly Chapter[], place: string): Chapter | undefined =>
  chapters.find(({ pages }) => pages.includes(place))
