import { jobExtraEndpoints } from '@natim/contract/system/job'
import { type JobRow, job } from '@natim/contract/system/job.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import JobListPage from './job-list-page.tsx'

const JOB: JobRow = {
  id: 'j1',
  jobClassName: 'sample',
  jobClassName_dictText: '示例任务',
  cronExpression: '0 0 8 * * ? *',
  parameter: '{"text":"早"}',
  description: '每天早上',
  status: 0,
  status_dictText: '正常',
  delFlag: 0,
  nextRunTime: '2026-11-22 08:00:00',
  isBusy: false,
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(job.endpoints.list, () => pageOf([JOB]))
  api.on(jobExtraEndpoints.handlers, () => [
    {
      name: 'sample',
      title: '示例任务',
      hint: '写一行',
      params: [{ key: 'text', title: '文本', hint: '最多 200 字' }],
    },
  ])
  api.on(jobExtraEndpoints.runs, () =>
    pageOf([
      {
        id: 'r1',
        cause: 'schedule',
        requestedBy: null,
        status: 2,
        message: '磁盘已满',
        startTime: '2026-11-21 08:00:00',
        endTime: '2026-11-21 08:00:02',
        durationMs: 2_000,
      },
    ]),
  )
  api.on(sessionEndpoints.dictItems, () => [])
})

it.each([
  ['停止', jobExtraEndpoints.pause],
  ['立即执行', jobExtraEndpoints.execute],
])('confirms 「%s」', async (verb, endpoint) => {
  api.on(endpoint, () => null)
  const { user } = renderPage(<JobListPage />)
  await user.click(await screen.findByRole('button', { name: `${verb} 示例任务` }))
  expect(api.callsOf(endpoint)).toHaveLength(0)
  const dialog = within(await screen.findByRole('dialog', { name: `${verb}「示例任务」？` }))
  await user.click(dialog.getByRole('button', { name: new RegExp(verb.split('').join('\\s*')) }))
  await waitFor(() => expect(api.callsOf(endpoint)[0]?.query).toEqual({ id: 'j1' }))
})

it('shows past runs with their outcomes, and the next ones', async () => {
  const { user } = renderPage(<JobListPage />)
  await user.click(await screen.findByText('每天早上'))
  expect(await screen.findByText('磁盘已满')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '接下来的执行时间' })).getAllByText(/ 08:00:00$/)).toHaveLength(5)
})

it('shows the parameters of the chosen job', async () => {
  const { user } = renderPage(<JobListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 sample' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/文本：最多 200 字/)).toBeTruthy()
})

it('shows a refusal at the parameters', async () => {
  api.on(job.endpoints.update, () => {
    throw new Refusal('任务参数不正确：keepDays 至少保留 1 天')
  })
  const { user } = renderPage(<JobListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 sample' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('描述'), '，改')
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  const field = dialog.getByLabelText('参数').closest('.ant-form-item') as HTMLElement
  expect(await within(field).findByText('任务参数不正确：keepDays 至少保留 1 天')).toBeTruthy()
})
