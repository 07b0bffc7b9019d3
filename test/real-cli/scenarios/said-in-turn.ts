import type { Answer } from '../mock-api/messages';
import type { Model } from '../mock-api/mock-api';
import type { ModelRequest } from '../mock-api/model-request';

type Said = Answer | ((request: ModelRequest) => Answer);

/** A model that gives one answer for each of its turns in a conversation, the last one again and again. */
export function inTurn(...said: [Said, ...Said[]]): Model {
  return (request) => answer(said[Math.min(request.step, said.length - 1)], request);
}

/** A model that gives one answer for each request, retries included, the last one again and again. */
export function onRequest(...said: [Said, ...Said[]]): () => Model {
  return () => {
    let asked = 0;
    return (request) => answer(said[Math.min(asked++, said.length - 1)], request);
  };
}

function answer(said: Said | undefined, request: ModelRequest): Answer {
  if (said === undefined) throw new Error('A scenario without answers.');
  return typeof said === 'function' ? said(request) : said;
}
