import type { HomeLayout } from '@natim/contract/mon/home-cards'
import { expect, it } from 'vitest'
import { DEFAULT_LAYOUT, hideCard, placeCard, showCard, stepCard, withNewCards } from './layout.ts'

const LAYOUT: HomeLayout = { main: ['watch', 'provinces'], side: ['alarms', 'todo', 'air'], hidden: ['visits'] }
const all = () => true

it('a card moves before another one, to the end, or into the other column', () => {
  expect(placeCard(LAYOUT, 'air', 'side', 'alarms').side).toEqual(['air', 'alarms', 'todo'])
  expect(placeCard(LAYOUT, 'alarms', 'side').side).toEqual(['todo', 'air', 'alarms'])
  expect(placeCard(LAYOUT, 'todo', 'main', 'provinces')).toEqual({
    main: ['watch', 'todo', 'provinces'],
    side: ['alarms', 'air'],
    hidden: ['visits'],
  })
  expect(placeCard(LAYOUT, 'todo', 'side', 'todo')).toBe(LAYOUT)
})

it('a step skips hidden cards, and stops at both ends', () => {
  expect(stepCard(LAYOUT, 'air', -1, (card) => card !== 'todo').side).toEqual(['air', 'alarms', 'todo'])
  expect(stepCard(LAYOUT, 'alarms', 1, all).side).toEqual(['todo', 'alarms', 'air'])
  expect(stepCard(LAYOUT, 'todo', 1, all).side).toEqual(['alarms', 'air', 'todo'])
  expect(stepCard(LAYOUT, 'alarms', -1, all)).toBe(LAYOUT)
  expect(stepCard(LAYOUT, 'air', 1, all)).toBe(LAYOUT)
})

it('a hidden card is restored to its column', () => {
  const hidden = hideCard(LAYOUT, 'provinces')
  expect(hidden).toEqual({ main: ['watch'], side: LAYOUT.side, hidden: ['visits', 'provinces'] })
  expect(showCard(hidden, 'provinces').main).toEqual(['watch', 'provinces'])
  expect(showCard(hidden, 'visits').side).toEqual(['alarms', 'todo', 'air', 'visits'])
})

it('a layout saved by an older console gets the new cards; a hidden one stays hidden', () => {
  const grown = withNewCards(LAYOUT)
  expect(grown.main).toEqual(['watch', 'provinces', 'toxic', 'areas', 'events'])
  expect(grown.side).toEqual(['alarms', 'todo', 'air', 'infection', 'passes', 'recent', 'notices'])
  expect(grown.hidden).toEqual(['visits'])
  expect(withNewCards(DEFAULT_LAYOUT)).toEqual(DEFAULT_LAYOUT)
})
