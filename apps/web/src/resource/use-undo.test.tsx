import { position } from '@natim/contract/system/position.resource'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { defineResource } from './define-resource.ts'
import { useUndo } from './use-undo.ts'

const resource = defineResource({
  title: '职务管理',
  entityLabel: '职务',
  measureWord: '个',
  defaultSort: { field: 'createTime', order: 'desc' },
  endpoints: position.endpoints,
  form: position.form,
  fields: {},
})
const reload = vi.fn<() => void>()
let api: ReturnType<typeof stubApi>

function Page() {
  const { offer } = useUndo(resource, reload)
  return (
    <button type="button" onClick={() => offer('已删除', ['p1', 'p2', 'p3'])}>
      删除
    </button>
  )
}

async function undo(): Promise<void> {
  const { user } = renderPage(<Page />)
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(await screen.findByRole('button', { name: /撤\s*销/ }))
}

const restored = () => api.callsOf(position.endpoints.restore).map(({ body }) => body.id)

beforeEach(() => {
  reload.mockClear()
  api = stubApi()
})

it('restores the rows one by one, then reloads the list', async () => {
  const answers: (() => void)[] = []
  api.on(position.endpoints.restore, () => null)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await send(address, init)
    await new Promise<void>((resolve) => answers.push(resolve))
    return answer
  })
  await undo()
  for (const ids of [['p1'], ['p1', 'p2'], ['p1', 'p2', 'p3']]) {
    await vi.waitFor(() => expect(answers).toHaveLength(ids.length))
    expect(restored()).toEqual(ids)
    expect(reload).not.toHaveBeenCalled()
    answers.at(-1)?.()
  }
  expect(await screen.findByText('已恢复 3 个职务')).toBeTruthy()
  expect(reload).toHaveBeenCalledOnce()
})

it('continues after a row that cannot be restored, and reloads the list', async () => {
  api.on(position.endpoints.restore, ({ body }) => {
    if (body.id === 'p2') throw new Refusal('编码已被使用')
    return null
  })
  await undo()
  expect(await screen.findByText('1 个职务未能恢复：编码已被使用')).toBeTruthy()
  expect(screen.getByText('已恢复 2 个职务')).toBeTruthy()
  expect(restored()).toEqual(['p1', 'p2', 'p3'])
  expect(reload).toHaveBeenCalledOnce()
})
