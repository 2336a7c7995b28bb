/** Inline content of a line. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'code'; readonly text: string }
  /** Link to another chapter, by id. */
  | { readonly kind: 'link'; readonly to: string; readonly text: string }

export type Line = readonly Inline[]

/** Blocks of a chapter, top down. Nothing else is possible: HTML is not supported. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text' | 'note'; readonly line: Line }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string }

/** One chapter of docs/manual. */
export interface Chapter {
  /** File path below docs/manual, without extension: `duty/device-list`. */
  readonly id: string
  readonly title: string
  /** Role it is written for, used to group the contents: `值班员`. */
  readonly role: string
  /** Menu item components it belongs to, or addresses of pages without a menu item. */
  readonly pages: readonly string[]
  readonly blocks: readonly Block[]
}

const plain = (line: Line): string => line.map((run) => (typeof run === 'string' ? run : run.text)).join('')

/** The text of a block, on one line. */
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
