import { render, screen } from '@testing-library/react'
import { Input, Select, Switch } from 'antd'
import { expect, it } from 'vitest'
import { FormContainer } from './form-container.tsx'

const show = (disabled: boolean) =>
  render(
    <FormContainer disabled={disabled} edit={<Input aria-label="批注" />}>
      <Input aria-label="名称" />
      <Select aria-label="类型" />
      <Switch aria-label="启用" />
      <button type="button">自带按钮</button>
    </FormContainer>,
  )
const isDisabled = (element: HTMLElement) => element.matches(':disabled')

it('[WG-24] disables everything inside except the edit slot', () => {
  show(true)
  for (const name of ['名称', '类型', '启用']) expect(isDisabled(screen.getByLabelText(name))).toBe(true)
  expect(isDisabled(screen.getByText('自带按钮'))).toBe(true)
  expect(document.querySelector('.ant-select-disabled')).toBeTruthy()
  expect(isDisabled(screen.getByLabelText('批注'))).toBe(false)
})

it('[WG-24] changes nothing when it is not disabled', () => {
  show(false)
  for (const name of ['名称', '类型', '启用', '批注']) expect(isDisabled(screen.getByLabelText(name))).toBe(false)
})
