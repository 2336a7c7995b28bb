import { subjectEndpoints } from '@natim/contract/mon/subject'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { NewSubjectButton } from './new-subject.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(subjectEndpoints.add, () => ({ id: 's1', subjectCode: 'B-7K2Q8M3XTD' }))
})

async function open() {
  const view = renderPage(<NewSubjectButton />)
  await view.user.click(screen.getByRole('button', { name: '登记受试者' }))
  return view
}
type User = Awaited<ReturnType<typeof open>>['user']
async function choose(user: User, field: string, option: string) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByTitle(option))
}
async function fill(user: User) {
  await choose(user, '年龄段', '40–59 岁')
  fireEvent.mouseDown(screen.getByLabelText('城市'))
  await user.click(await screen.findByText('河北省'))
  await user.click(await screen.findByText('石家庄市'))
  await user.type(screen.getByRole('textbox', { name: '知情同意书编号' }), 'C-17')
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: /^登\s*记$/ }))
const sent = () => api.callsOf(subjectEndpoints.add).at(-1)?.body

describe('登记受试者', () => {
  it('requires band, city and consent, and shows the code', async () => {
    const { user } = await open()
    await submit(user)
    for (const problem of ['请选择年龄段', '请选择到城市', '请填写同意书编号'])
      expect(await screen.findByText(problem)).toBeTruthy()
    expect(sent()).toBeUndefined()
    await fill(user)
    await submit(user)
    expect(await screen.findByText('B-7K2Q8M3XTD')).toBeTruthy()
    expect(sent()).toMatchObject({
      ageBand: '40-59',
      sex: 'unknown',
      regionCode: '130100',
      consentId: 'C-17',
      consentScope: ['screening'],
      identity: null,
    })
  })

  it('takes the identity completely or not at all', async () => {
    const { user } = await open()
    await fill(user)
    await user.type(screen.getByRole('textbox', { name: '姓名' }), '孙旅程')
    await submit(user)
    expect(await screen.findByText('身份证号应为 18 位')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: '身份证号' }), '11010119900307777X')
    await user.type(screen.getByRole('textbox', { name: '手机号' }), '13866660000')
    await submit(user)
    await waitFor(() =>
      expect(sent()?.identity).toEqual({
        personName: '孙旅程',
        idCard: '11010119900307777X',
        personPhone: '13866660000',
      }),
    )
  })

  it('shows a refusal and keeps the input', async () => {
    api.on(subjectEndpoints.add, () => {
      throw new Refusal('没有找到该数据！')
    })
    const { user } = await open()
    await fill(user)
    await submit(user)
    expect(await screen.findByText('没有找到该数据！')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: '知情同意书编号' })).toHaveProperty('value', 'C-17')
  })

  it('is hidden without permission', () => {
    renderPage(<NewSubjectButton />, { rights: ['mon:health:list', 'mon:health:view'] })
    expect(screen.queryByRole('button', { name: '登记受试者' })).toBeNull()
  })
})
