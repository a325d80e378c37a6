-- needs: 0032
-- The language of the texts that a phone gets, as two letters: by what its owner last texted, or chose on the dashboard.
-- And that of the reply to each text, so that whichever process sends it sends the same words.

alter table phone_numbers add column language text not null default 'en';
alter table phone_numbers add constraint phone_numbers_language check (language in ('en', 'es')) not valid;

alter table inbound_texts add column language text not null default 'en';
alter table inbound_texts add constraint inbound_texts_language check (language in ('en', 'es')) not valid;
