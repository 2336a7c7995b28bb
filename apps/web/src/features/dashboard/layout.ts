import { HOME_CARDS, type HomeCard, type HomeLayout } from '@natim/contract/mon/home-cards'

export type Column = keyof typeof HOME_CARDS

export const DEFAULT_LAYOUT: HomeLayout = { main: [...HOME_CARDS.main], side: [...HOME_CARDS.side], hidden: [] }

const COLUMNS = ['main', 'side'] as const

/** The layout plus cards introduced after it was saved, appended to their columns. */
export function withNewCards(layout: HomeLayout): HomeLayout {
  const known = new Set<HomeCard>([...layout.main, ...layout.side, ...layout.hidden])
  const added = (column: Column) => HOME_CARDS[column].filter((card) => !known.has(card))
  return { ...layout, main: [...layout.main, ...added('main')], side: [...layout.side, ...added('side')] }
}

const without = (layout: HomeLayout, card: HomeCard): HomeLayout => ({
  main: layout.main.filter((own) => own !== card),
  side: layout.side.filter((own) => own !== card),
  hidden: layout.hidden.filter((own) => own !== card),
})

const columnOf = (layout: HomeLayout, card: HomeCard): Column | undefined =>
  COLUMNS.find((column) => layout[column].includes(card))

/** Puts a card before another one, or at the end of a column. */
export function placeCard(layout: HomeLayout, card: HomeCard, column: Column, before?: HomeCard): HomeLayout {
  if (card === before) return layout
  const rest = without(layout, card)
  const at = before === undefined ? -1 : rest[column].indexOf(before)
  const index = at < 0 ? rest[column].length : at
  return { ...rest, [column]: rest[column].toSpliced(index, 0, card) }
}

/** Moves a card one place up or down in its column, skipping cards hidden from this user. */
export function stepCard(
  layout: HomeLayout,
  card: HomeCard,
  step: 1 | -1,
  isShown: (card: HomeCard) => boolean,
): HomeLayout {
  const column = columnOf(layout, card)
  if (column === undefined) return layout
  const shown = layout[column].filter(isShown)
  const index = shown.indexOf(card) + step
  if (index < 0 || index >= shown.length) return layout
  return placeCard(layout, card, column, shown[step === 1 ? index + 1 : index])
}

export const hideCard = (layout: HomeLayout, card: HomeCard): HomeLayout => {
  const rest = without(layout, card)
  return { ...rest, hidden: [...rest.hidden, card] }
}

/** Restores a card at the end of its default column. */
export const showCard = (layout: HomeLayout, card: HomeCard): HomeLayout =>
  placeCard(
    layout,
    card,
    COLUMNS.find((column) => (HOME_CARDS[column] as readonly HomeCard[]).includes(card)) ?? 'side',
  )
