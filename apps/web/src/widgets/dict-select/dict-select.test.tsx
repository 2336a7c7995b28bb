import { sessionEndpoints } from '@natim/contract/system/session'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { forgetDictItems, keepDictItems } from '@/lib/session/dict-items.ts'
import { renderControl } from '@/testing/render-control.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { DictMultiSelect, type DictMultiSelectProps, DictSelect, type DictSelectProps } from './dict-select.tsx'

const item = (value: string, text: string, more: object = {}) => ({ value, text, title: text, label: text, ...more })
const SEX = [item('1', '男'), item('2', '女')]

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  forgetDictItems()
})

const show = (props: Partial<DictSelectProps> = {}, value?: string | number) =>
  renderControl<string | number, string | undefined>(
    (held) => <DictSelect aria-label="性别" dict="sex" {...props} {...held} />,
    value,
  )
const showMulti = (props: Partial<DictMultiSelectProps> = {}, value?: string) =>
  renderControl<string>((held) => <DictMultiSelect aria-label="性别" dict="sex" {...props} {...held} />, value)

it('[WG-08] uses the kept items without a request, matches a number, and clears to undefined', async () => {
  keepDictItems({ sex: SEX })
  const { onChange, user } = show({}, 2)
  expect(screen.getByText('女')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByTitle('男'))
  expect(onChange).toHaveBeenLastCalledWith('1')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  expect(api.calls).toEqual([])
})

it('[SY-43] shows the label of a stored item that was disabled, without offering it elsewhere', async () => {
  keepDictItems({ sex: SEX })
  const switchedOff = [...SEX, item('3', '旧称', { disabled: true }), item('4', '更旧', { disabled: true })]
  api.on(sessionEndpoints.dictItems, () => switchedOff)
  const held = show({}, '3')
  expect(await screen.findByText('旧称')).toBeTruthy()
  await held.user.click(screen.getByRole('combobox'))
  expect(screen.queryByTitle('更旧')).toBeNull()
  expect(screen.getByTitle('男')).toBeTruthy()
  held.unmount()
  const empty = show()
  await empty.user.click(screen.getByRole('combobox'))
  expect(screen.queryByTitle('旧称')).toBeNull()
  expect(api.callsOf(sessionEndpoints.dictItems)).toHaveLength(1)
})

it.each(['radio', 'radioButton'] as const)('[WG-08] is a row of options as %s', async (type) => {
  keepDictItems({ sex: SEX })
  const { onChange, user } = show({ type }, '1')
  const [male, female] = screen.getAllByRole<HTMLInputElement>('radio')
  expect([male?.checked, female?.checked]).toEqual([true, false])
  await user.click(screen.getByText('女'))
  expect(onChange).toHaveBeenLastCalledWith('2')
})

it('[WG-08] requests dictionaries that are not kept, once for all fields', async () => {
  api.on(sessionEndpoints.dictItems, () => SEX)
  renderControl<string>(() => (
    <>
      <DictSelect aria-label="甲" dict="sex" value="1" />
      <DictSelect aria-label="乙" dict="sex" value="2" />
    </>
  ))
  expect(await screen.findByText('男')).toBeTruthy()
  expect(screen.getByText('女')).toBeTruthy()
  expect(api.callsOf(sessionEndpoints.dictItems)).toHaveLength(1)
})

it('shows an unknown value as it is, and a disabled item as disabled', async () => {
  keepDictItems({ sex: [...SEX, item('3', '未说明', { disabled: true })] })
  const { user } = show({}, '9')
  expect(screen.getByText('9')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  expect(screen.getByTitle('未说明').className).toContain('disabled')
})

it('makes no request for an empty code', () => {
  show({ dict: '' })
  expect(api.calls).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('combobox').disabled).toBe(false)
})

it("[WG-12] [ER-33] warns with the server's message and stays usable", async () => {
  api.on(sessionEndpoints.dictItems, () => {
    throw new Refusal('字典不存在')
  })
  const { user } = show()
  const line = await screen.findByText('字典不存在')
  expect(line.closest('.ant-message-notice')?.innerHTML).toContain('warning')
  await user.click(screen.getByRole('combobox'))
  expect(screen.getByRole<HTMLInputElement>('combobox').disabled).toBe(false)
  expect(screen.queryByRole('option')).toBeNull()
})

it('[WG-09] stores several as a comma list, filtered by label', async () => {
  keepDictItems({ sex: SEX })
  const { onChange, user } = showMulti({}, '1')
  await user.type(screen.getByRole('combobox'), '女')
  expect(screen.queryAllByTitle('男').filter((node) => node.className.includes('option'))).toEqual([])
  await user.click(screen.getByTitle('女'))
  expect(onChange).toHaveBeenLastCalledWith('1,2')
})

it('[WG-09] stores several by checkboxes', async () => {
  keepDictItems({ sex: SEX })
  const { onChange, user } = showMulti({ type: 'checkbox' }, '2')
  await user.click(screen.getByRole('checkbox', { name: '男' }))
  expect(onChange).toHaveBeenLastCalledWith('1,2')
})
