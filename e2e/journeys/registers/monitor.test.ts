import { monitorEndpoints } from '@natim/contract/system/monitor'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const { diskInfo: _forOthers, ...PARTS } = monitorEndpoints

describeInBrowser('server monitoring', () => {
  const stage = setStage()

  it('[SY-64] every part is shown, reloaded on demand, and fails independently', async () => {
    const operator = await stage.enter(ADMIN, '/monitor/server')
    const { wire } = operator
    const database = operator.region('数据库与缓存')
    const requests = operator.region('最近请求')
    await operator.region('服务器').part('meter', '内存').appears()
    await operator.region('服务进程').shows(process.version)
    await database.shows(/^PostgreSQL \d+/)
    await operator.region('磁盘').shows(/^剩余 .+ \/ 共 /)
    await requests.row('/sys/permission/getUserPermissionByToken').appears()
    expect(await requests.read()).not.toContain('?')

    const asked = Object.values(PARTS).map(({ path }) => wire.watch(path))
    await operator.press('刷新')
    for (const calls of asked) await expect.poll(() => calls.length).toBeGreaterThan(0)

    // The message of a failed part replaces its figures; the others stay.
    const json = { success: false, code: 500, message: '读不到数据库', result: null, timestamp: 0 }
    await wire.answer(PARTS.database.path, { status: 500, json })
    await operator.reload()
    await database.part('alert').shows('读不到数据库')
    await operator.region('服务器').part('meter', '内存').appears()
    await requests.row('/sys/permission/getUserPermissionByToken').appears()
    expect(await operator.part('alert').count()).toBe(1)
    await wire.restore(PARTS.database.path)
    await database.press('重试')
    await database.shows(/^PostgreSQL \d+/)
  })
})
