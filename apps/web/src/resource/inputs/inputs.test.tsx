import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { choiceWidget, numberChoiceWidget, regionPath, regionWidget } from './choice-inputs.tsx'
import type { FieldWidget } from './field-widget.ts'
import { dateWidget, numberWidget, tagsWidget, textWidget } from './text-inputs.tsx'

function show<V>({ Control }: FieldWidget<V>, value?: V) {
  const onChange = vi.fn<(value: unknown) => void>()
  return { onChange, ...renderPage(<Control aria-label="字段" value={value} onChange={onChange} allowClear />) }
}

describe('inputs of forms and filters', () => {
  it('passes text on as text', () => {
    const { onChange } = show(textWidget, 'a')
    fireEvent.change(screen.getByLabelText('字段'), { target: { value: '江北' } })
    expect(onChange).toHaveBeenCalledWith('江北')
  })

  it('passes a number on as a number, and an empty input as null', () => {
    const { onChange } = show(numberWidget('m'), 1)
    const input = screen.getByLabelText('字段')
    fireEvent.change(input, { target: { value: '118.5' } })
    expect(onChange).toHaveBeenLastCalledWith(118.5)
    fireEvent.change(input, { target: { value: '' } })
    expect(onChange).toHaveBeenLastCalledWith(null)
    expect(screen.getByText('m')).toBeTruthy()
  })

  it('shows a date in its wire format', () => {
    show(dateWidget, '2027-03-18')
    expect((screen.getByLabelText('字段') as HTMLInputElement).value).toBe('2027-03-18')
  })

  it('offers the labels of a table', async () => {
    const { onChange, user } = show(choiceWidget({ park: '化工园区', port: '口岸' }))
    await user.click(screen.getByLabelText('字段'))
    await user.click(await screen.findByTitle('口岸'))
    expect(onChange).toHaveBeenCalledWith('port')
  })

  it('keeps numeric choices as numbers', async () => {
    const { onChange, user } = show(numberChoiceWidget({ 1: '一类区', 2: '二类区' }), 1)
    await user.click(screen.getByLabelText('字段'))
    await user.click(await screen.findByTitle('二类区'))
    expect(onChange).toHaveBeenCalledWith(2)
  })

  it('collects tags', async () => {
    const { onChange, user } = show(tagsWidget, ['重点'])
    await user.type(screen.getByLabelText('字段'), '夜间{Enter}')
    expect(onChange).toHaveBeenCalledWith(['重点', '夜间'])
  })

  it('names the city of a region', () => {
    show(regionWidget, '320111')
    expect(screen.getByText('南京市')).toBeTruthy()
  })

  it.each([
    [undefined, []],
    ['320000', ['320000']],
    ['320111', ['320000', '320100']],
    ['990000', ['990000']],
  ])('%s is reached by %j', (code, path) => {
    expect(regionPath(code)).toEqual(path)
  })
})
