-- needs: 0033
-- The home place of an account, set by text (HOME 60614) or on the dashboard. Names come from the list of places
-- (server/places), never from a text: no column could hold its words.
create table home_places (
  user_id uuid primary key references users (id) on delete cascade,
  city text not null check (city ~ '^[A-Za-z0-9''-]+( [A-Za-z0-9''-]+)*$' and char_length(city) <= 40),
  region text not null check (region ~ '^[A-Z]{2}$'),
  -- Null where the place was given by city and state.
  zip text check (zip ~ '^[0-9]{5}$'),
  -- When it was asked for: a text that is found late changes nothing that was set after it.
  changed_at timestamptz not null
);
