import { expect, it } from 'vitest'
import { sanitiseHtml } from './notice-html.ts'

it('keeps what the editor produces: pictures and videos with their width, colours, tables, links', () => {
  const made =
    '<p style="text-align:center"><span style="color:red">急</span></p>' +
    '<img src="/jeecg-boot/sys/common/static/jeditor/a.png" width="70%" />' +
    '<video src="https://a.cn/x.mp4" width="70%" controls="controls"></video>' +
    '<table><tbody><tr><th colspan="2" rowspan="1"><p>时间</p></th></tr></tbody></table>'
  expect(sanitiseHtml(made)).toBe(made)
})

it('removes videos that contain scripts or autoplay', () => {
  expect(sanitiseHtml('<video src="javascript:1" autoplay onplay="x()"></video>')).toBe('<video></video>')
})
