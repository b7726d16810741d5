#include "core/dsn/folded_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(FoldedText, Texts) {
  struct Case {
    const char* text;
    const char* folded;
  };
  const Case cases[] = {
      {"Your  message\r\n\tWAS", "your message was"},
      {"Échec DE LA Remise", "echec de la remise"},
      {"n\u2019a pas été\u00a0remis", "n'a pas ete remis"},
      {"Größe ÆØÅ", "grose aoa"},
      {"nie można dostarczyć, İleti", "nie mozna dostarczyc, ileti"},
      {"НЕ УДАЁТСЯ, ещё, Їжак", "не удается, еще, їжак"},
      {"配信\u3000エラー", "配信 エラー"},
      {"a\xff", "a\ufffd"},
      {"", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(folded(c.text), c.folded) << c.text;
}

}  // namespace
}  // namespace plainbounce
