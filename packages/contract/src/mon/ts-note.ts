import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, rowId } from '../fields.ts'
import { channelInts } from './timeseries.ts'

export const NOTE_MAX_CHARS = 500
/** Maximum of one response, newest first. */
export const MAX_NOTES = 500

export const tsNote = z.object({
  id: z.string(),
  channelNo: z.number().int(),
  /** Both ends included; equal for a note on an instant. Epoch ms. */
  fromMs: z.number(),
  toMs: z.number(),
  text: z.string(),
  /** Real name of its author. */
  author: z.string(),
  /** The caller may edit it. */
  isOwn: z.boolean(),
  createMs: z.number(),
  /** Sent when it is saved again, so that unseen changes are not overwritten. */
  revision: z.number(),
})
export type TsNote = z.output<typeof tsNote>

const noteForm = z.object({
  channelNo: z.number().int().positive(),
  fromMs: z.number().int().min(0),
  toMs: z.number().int().min(0),
  text: requiredText(NOTE_MAX_CHARS),
})

/** 批注: notes of users about a span or an instant of a channel. */
export const tsNoteEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/ts/note/list',
    access: 'mon:ts:view',
    query: z.object({
      channels: channelInts,
      from: z.coerce.number().int().min(0),
      to: z.coerce.number().int().min(0),
    }),
    result: z.array(tsNote),
  },
  add: {
    method: 'POST',
    path: '/mon/ts/note/add',
    access: 'mon:ts:note',
    body: noteForm,
    result: z.object({ id: z.string() }),
  },
  /** Author only. */
  edit: {
    method: 'PUT',
    path: '/mon/ts/note/edit',
    access: 'mon:ts:note',
    body: noteForm.pick({ text: true }).extend({ id: rowId, seenRevision: z.number() }),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/mon/ts/note/delete',
    access: 'mon:ts:note',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
  /** Undoes a deletion. */
  restore: {
    method: 'POST',
    path: '/mon/ts/note/restore',
    access: 'mon:ts:note',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
})
