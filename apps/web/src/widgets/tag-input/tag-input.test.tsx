import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { TagInput, type TagInputProps } from './tag-input.tsx'

const show = (value: string, props: TagInputProps = {}) =>
  renderControl<string>((held) => <TagInput aria-label="标签" {...props} {...held} />, value)
const input = () => screen.getByRole<HTMLInputElement>('textbox')
const tags = () => [...document.querySelectorAll<HTMLElement>('.ant-tag')]

it('[WG-19] inserts semicolons after every two characters and shows them as tags', () => {
  const { onChange } = show('氯气;超标')
  expect(tags().map(({ textContent }) => textContent)).toEqual(['氯气', '超标'])
  fireEvent.change(input(), { target: { value: '氯气;超标夜间' } })
  expect(onChange).toHaveBeenLastCalledWith('氯气;超标;夜间')
  expect(tags()).toHaveLength(3)
})

it('[WG-19] keeps the caret at the typing position', () => {
  show('氯气;超标')
  const box = input()
  box.focus()
  fireEvent.change(box, { target: { value: '氯X气;超标', selectionStart: 2 } })
  expect(box.value).toBe('氯X;气超;标')
  expect(box.selectionStart).toBe(2)
})

it('[WG-19] colours tags by their background, or by background and text', () => {
  show('氯气;超标;夜间', {
    colourOf: (tag) => ({ 氯气: 'rgb(1, 2, 3)', 超标: ['rgb(4, 5, 6)', 'rgb(7, 8, 9)'] as const })[tag],
  })
  const styles = tags().map(({ style }) => [style.background || style.backgroundColor, style.color])
  expect(styles).toEqual([
    ['rgb(1, 2, 3)', ''],
    ['rgb(4, 5, 6)', 'rgb(7, 8, 9)'],
    ['', ''],
  ])
})
