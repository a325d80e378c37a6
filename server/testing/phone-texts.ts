import type { ProcessFixture } from './process-fixture.ts';

/** The service's texts to a phone so far, oldest first. */
export async function phoneTexts({ control }: Pick<ProcessFixture, 'control'>, phone: string): Promise<string[]> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const texts = await control<{ direction: string; body: string }[]>('GET', path);
  return texts.filter(({ direction }) => direction === 'from_service').map(({ body }) => body);
}
