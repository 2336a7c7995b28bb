/** Stands in a field whose captions are on their way. */
export const LOADING = '加载中…'
