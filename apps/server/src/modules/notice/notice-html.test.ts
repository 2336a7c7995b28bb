import { expect, it } from 'vitest'
import { sanitiseHtml } from './notice-html.ts'

it('keeps what the editor makes: pictures and films at their width, colours, tables, links', () => {
  const made =
    '<p style="text-align:center"><span style="color:red">急</span></p>' +
    '<img src="/jeecg-boot/sys/common/static/jeditor/a.png" width="70%" />' +
    '<video src="https://a.cn/x.mp4" width="70%" controls="controls"></video>' +
    '<table><tbody><tr><th colspan="2" rowspan="1"><p>时间</p></th></tr></tbody></table>'
  expect(sanitiseHtml(made)).toBe(made)
})

it('takes films out that run or start by themselves', () => {
  expect(sanitiseHtml('<video src="javascript:1" autoplay onplay="x()"></video>')).toBe('<video></video>')
})
